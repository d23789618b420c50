// @vitest-environment node
import { createSign, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSignature, type SignatureStatement } from './approval-signature.ts';
import { toBase64Url, utf8 } from './bytes.ts';
import { isSignedBy, type PublicKey } from './public-key.ts';
import { TestSigner } from './testing/test-signature.ts';

const statement: SignatureStatement = {
  format: 'annals-signature/1',
  partitionId: '01890a5d-ac96-774b-bcce-b30200000001',
  changeSetId: '01890a5d-ac96-774b-bcce-b30200000002',
  revision: 3,
  operationCount: 2,
  root: 'Cij+YyTbHR1foBnMEHMRLQBktJallHlnyo4dSpb9v5E=',
  userId: '01890a5d-ac96-774b-bcce-b30200000003',
  name: 'Mira Master',
  meaning: 'APPROVED',
  signedDate: '2026-03-01T10:00:00.000Z',
};
const signer = new TestSigner();
const { key } = signer;
const opened = (payload: object, header: object = {}) =>
  openSignature({ jws: signer.jws(payload, header), key });

test('opens a signature by passkey, and one by password and code', () => {
  const byPasskey = signer.byPasskey(statement);
  expect(opened(byPasskey)).toEqual(byPasskey);
  expect(opened(signer.byPassword(statement))).toMatchObject({ statement });
});

test('is not a token, and does not accept one', () => {
  for (const header of [{ typ: 'at+jwt' }, { typ: undefined }, { alg: 'none' }, { alg: 'HS256' }])
    expect(opened(signer.byPassword(statement), header)).toEqual({
      problem: 'signatureUnreadable',
    });
});

test('detects any altered byte', () => {
  const jws = signer.jws(signer.byPasskey(statement));
  for (let at = 0; at < jws.length; at += 3) {
    const other = jws[at] === 'A' ? 'B' : 'A';
    const altered = jws.slice(0, at) + other + jws.slice(at + 1);
    expect(openSignature({ jws: altered, key })).toHaveProperty('problem');
  }
});

test('detects that the passkey did not sign it, although the service did', () => {
  const made = signer.byPasskey(statement);
  const other = signer.byPasskey({ ...statement, meaning: 'REVIEWED' });
  const wrong = [
    { ...made, statement: { ...statement, revision: 4 } },
    { ...made, statement: { ...statement, name: 'Eve' } },
    { ...made, assertion: other.assertion },
    { ...made, assertion: { ...made.assertion, signature: other.assertion.signature } },
    {
      ...made,
      credential: new TestSigner('somebody else').byPasskey(statement).credential,
    },
    // User presence without user verification.
    signer.byPasskey(statement, 0x01),
    signer.byPasskey(statement, 0x04),
  ];
  for (const payload of wrong)
    expect(opened(payload)).toEqual({ problem: 'signatureNotByPasskey' });
});

test('refuses a signature with missing or additional fields for its method', () => {
  const { assertion: _, ...without } = signer.byPasskey(statement);
  for (const payload of [
    without,
    { ...signer.byPassword(statement), more: 1 },
    { ...signer.byPassword(statement), statement: { ...statement, more: 1 } },
    { ...signer.byPassword(statement), method: 'NONE' },
  ])
    expect(opened(payload)).toEqual({ problem: 'signatureUnreadable' });
});

test('verifies what Node signs with each kind of key', () => {
  const message = utf8('what is signed');
  const jwkOf = (publicKey: { export(options: { format: 'jwk' }): object }) => {
    const { kty, crv, x, y, n, e } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
    return JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as PublicKey;
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = generateKeyPairSync('ed25519');
  const signatures: [PublicKey, Uint8Array][] = [
    [jwkOf(rsa.publicKey), sign('sha256', message, rsa.privateKey)],
    [jwkOf(ec.publicKey), createSign('sha256').update(message).sign(ec.privateKey)],
    [jwkOf(ed.publicKey), sign(null, message, ed.privateKey)],
  ];
  for (const [publicKey, signature] of signatures) {
    const bytes = Uint8Array.from(signature);
    expect(isSignedBy(publicKey, message, bytes, 'der')).toBe(true);
    expect(isSignedBy(publicKey, utf8('something else'), bytes, 'der')).toBe(false);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(isSignedBy(publicKey, message, bytes, 'der')).toBe(false);
    expect(isSignedBy(publicKey, message, bytes.slice(1), 'der')).toBe(false);
  }
  const short = { kty: 'RSA', n: toBase64Url(new Uint8Array(64).fill(255)), e: 'AQAB' } as const;
  expect(isSignedBy(short, message, new Uint8Array(64), 'der')).toBe(false);
});
