// @vitest-environment happy-dom
import { freshProofActions } from '@annals/contracts/fresh-proof-actions';
import { secondFactorMethods } from '@annals/contracts/session';
import { expect, it } from 'vitest';
import { clientAuthentications, provisionings } from '@annals/contracts/identity-providers';
import { tokenScopes } from '@annals/contracts/permissions';
import { userStatuses } from '@annals/contracts/users';
import { useEventFieldTexts } from './event-fields.texts.ts';
import { idFields } from '../named-things/named-ids.ts';
import { eventFields, partsOf, textsOf } from './testing/event-fields.ts';

const { fields: words, words: values, parts } = useEventFieldTexts.now();

it('has a label for each event field and no others', () => {
  const { fields, unknown } = eventFields();
  expect(unknown).toEqual([]);
  // Omitted next to a name.
  fields.delete('id');
  // What the console makes of a rule for neither a role nor a unit.
  fields.add('appliesTo');
  expect(fields.size).toBeGreaterThan(40);
  expect(Object.keys(words).toSorted()).toEqual([...fields].toSorted());
});

it.each([
  ['kinds of mail', textsOf('mail/outbox.sql.ts', /type MailKind =([^;]+);/)],
  [
    'purposes of links',
    textsOf('one-time-links/one-time-links.sql.ts', /type LinkPurpose =([^;]+);/),
  ],
  ['refusals', textsOf('identity-providers/refusals.ts', /const refusals = \{([^}]+)\}/)],
  [
    'errors of a code exchange',
    textsOf('identity-providers/exchange-code.ts', /readonly code: ([^,]+),/),
  ],
  [
    'checks of a provider',
    textsOf('identity-providers/check-provider.ts', /const order.*= \[([^\]]+)\]/),
  ],
  [
    'outcomes of a test sign-in',
    textsOf('identity-providers/sign-in-decision.ts', /((?:\s+\| \{ outcome: .*)+)/),
  ],
  ['client authentication methods', clientAuthentications],
  ['provisionings', provisionings],
  ['scopes', tokenScopes],
  ['actions that want a recent confirmation', freshProofActions],
  ['second factors', secondFactorMethods],
  ['user statuses', userStatuses],
])('has labels for all %s', (_, codes: readonly string[]) => {
  expect(codes.length).toBeGreaterThan(1);
  expect(codes.filter((code) => !Object.hasOwn(values, code))).toEqual([]);
});

it.each([
  ['context/service-context.ts', 'interface ProviderEndpoints'],
  ['../../../rules/src/provider-settings.ts', 'claimMap:'],
])('has labels for the parts of %s, %s', (file, declaration) => {
  const named = partsOf(file, declaration);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((part) => !Object.hasOwn(parts, part))).toEqual([]);
});

it('shows names for every field with ids', () => {
  const ids = Object.keys(words).filter((field) => /Ids?$/.test(field) && field !== 'clientId');
  expect([...idFields.keys()].toSorted()).toEqual(ids.toSorted());
});
