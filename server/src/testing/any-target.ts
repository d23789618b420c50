import fc from 'fast-check';

const pieces = fc.constantFrom(
  '/',
  '//',
  '/v1',
  '/v1/users',
  '/v1/partitions',
  '/authentication',
  '/v1/jobs',
  '/api',
  'http://',
  'evil.example',
  '@',
  ':80',
  '.',
  '..',
  '/../',
  '/./',
  '%2e',
  '%2E%2E',
  '%2f',
  '%5c',
  '%252e',
  '%25',
  '%00',
  '%0d%0a',
  '%C3%BC',
  '%c0%ae',
  '%',
  '%zz',
  '\\',
  '?',
  '?a=b',
  '&role=A',
  '#',
  ';',
  ' ',
  '\t',
  '\r\n',
  '\0',
  ' HTTP/1.1\r\nHost: evil.example\r\n',
  'ü',
  '\u2215',
  '\uff0e',
  '\ud800',
  '[',
  '{',
);

/** Strings as an attacker would write them into a request target, approved ones among them. */
export const anyTarget: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 8 })
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('/v1/users', '/v1', '/authentication/v1', '/v1/partitions/x'),
      fc.array(fc.oneof(pieces, fc.string().map(encodeURIComponent), fc.string({ maxLength: 4 })), {
        maxLength: 4,
      }),
    )
    .map(([start, parts]) => [start, ...parts].join('/')),
);
