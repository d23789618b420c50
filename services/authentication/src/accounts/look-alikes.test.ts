import { expect, it } from 'vitest';
import { isMereAddress, skeletonsOf } from './look-alikes.ts';

const lookAlike = (left: string, right: string) =>
  skeletonsOf(left).some((skeleton) => skeletonsOf(right).includes(skeleton));

it.each([
  ['limes11', 'Iimes11', 'openstreetmap/openstreetmap-website#3919: capital I for l'],
  ['thibaudcolas', 'thᎥbaudcolas', 'wagtail/wagtail#14329: Cherokee'],
  ['Владимир К', 'Bладимир К', 'openstreetmap/openstreetmap-website#1419: Latin B'],
  ['foo', 'fоо', 'JoinColony/colonyDapp#3194: Cyrillic о'],
  ['OpenAI', 'ОpеnАI', 'sublime-security/sublime-rules#4267'],
  ['admin', 'аdmin', 'Cyrillic а'],
  ['admin', 'АDMIN', 'Cyrillic А in capitals'],
  ['scope', 'ѕсоре', 'UTS 39: all Cyrillic'],
  ['paypal', 'paypa1', 'UTS 39: digit 1'],
  ['root', 'rοοt', 'Greek ο'],
  ['ada@example.org', 'аda@example.org', 'an address'],
  ['ada@example.org', 'ada@ехample.org', 'its domain'],
  ['ada@еxample.org', 'ada@xn--xample-2of.org', 'both forms of a domain'],
])('%j looks like %j (%s)', (left, right) => expect(lookAlike(left, right)).toBe(true));

it.each([
  ['jörg', 'jorg'],
  ['ada', 'eva'],
  ['王小明', '王小朋'],
  ['Straße', 'Strasse'],
])('%j does not look like %j', (left, right) => expect(lookAlike(left, right)).toBe(false));

it('lets people be invited whose addresses in ASCII look alike by accident', () => {
  expect(isMereAddress('user1@example.org', 'userl@example.org')).toBe(true);
  expect(isMereAddress('paypa1', 'paypal')).toBe(false);
  expect(isMereAddress('аda@example.org', 'ada@example.org')).toBe(false);
});
