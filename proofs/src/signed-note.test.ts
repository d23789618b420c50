// @vitest-environment node
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64, toHex, utf8 } from './bytes.ts';
import {
  openCheckpoint,
  peekCheckpoint,
  readCheckpointText,
  signCheckpoint,
} from './checkpoint.ts';
import {
  openNote,
  readSignerKey,
  readVerifierKey,
  signNote,
  verifierOf,
  writeSignerKey,
  writeVerifierKey,
} from './signed-note.ts';

// The keys and notes of golang.org/x/mod/sumdb/note.
const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const peterSecret =
  'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const enoch = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

function verifier(key: string) {
  const read = readVerifierKey(key);
  if (!read) throw new Error(`${key} is no key.`);
  return read;
}

function signer(key: string) {
  const read = readSignerKey(key);
  if (!read) throw new Error('That is no key.');
  return read;
}

test('reads and writes the keys of the note package', () => {
  expect(writeVerifierKey(verifier(peter))).toBe(peter);
  expect(writeVerifierKey(verifier(enoch))).toBe(enoch);
  expect(writeSignerKey(signer(peterSecret))).toBe(peterSecret);
  expect(verifierOf(signer(peterSecret))).toEqual(verifier(peter));
  // C2SP signed-note.
  expect(
    readVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')?.name,
  ).toBe('example.com/foo');
});

test.each([
  [peter, readVerifierKey],
  [peterSecret, readSignerKey],
] as const)('refuses any change to %s', (key, read) => {
  for (let cut = 1; cut < key.length; cut++) {
    expect(read(key.slice(cut))).toBeUndefined();
    expect(read(key.slice(0, cut))).toBeUndefined();
    expect(read(key.slice(cut, -cut))).toBeUndefined();
  }
  for (let at = 0; at < key.length; at++) {
    const next = String.fromCharCode(key.charCodeAt(at) + 1);
    expect(read(key.slice(0, at) + next + key.slice(at + 1))).toBeUndefined();
  }
});

test('refuses a key of another length or algorithm', () => {
  expect(
    readVerifierKey('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=='),
  ).toBeUndefined();
  expect(
    readVerifierKey('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'),
  ).toBeUndefined();
});

test('signs as the note package does', () => {
  expect(signNote(text, signer(peterSecret))).toBe(`${text}\n${peterLine}`);
  for (const wrong of ['abc', '', 'a\u0001\n', 'a\tb\n', 'a\r\n'])
    expect(() => signNote(wrong, signer(peterSecret))).toThrow(RangeError);
});

test('opens a note with several signatures', () => {
  for (const key of [peter, enoch])
    expect(openNote(`${text}\n${peterLine}${enochLine}`, verifier(key))).toBe(text);
  expect(openNote(`${text}\n${peterLine}`, verifier(enoch))).toBeUndefined();
  // Has the same name and id as a correct one.
  expect(openNote(`${text}\n${peterLine}${peterLine}`, verifier(peter))).toBe(text);
  expect(openNote(`${text}\n${enochLine.repeat(99)}${peterLine}`, verifier(peter))).toBe(text);
});

test.each([
  ['no signature', text],
  ['an empty one', `${text}\n`],
  ['no newline at the end', `${text}\n${peterLine.slice(0, -1)}`],
  ['a control character', `\u0001${text}\n${peterLine}`],
  ['a signature that is longer', `${text}\n${peterLine.slice(0, 60)}ABCD${peterLine.slice(60)}`],
  [
    'a wrong one beside the right one',
    `${text}\n${peterLine}${peterLine.slice(0, 60)}ABCD${peterLine.slice(60)}`,
  ],
  ['a name with a space', `${text}\n${peterLine.replace('PeterNeumann', 'Bad Name')}`],
  ['another name', `${text}\n${peterLine.replace('PeterNeumann', 'CarmenSandiego')}`],
  ['another id', `${text}\n${peterLine.replace('x08g', 'xxxx')}`],
  ['a line of something else', `${text}\n${peterLine}Unexpected line.\n`],
  ['more signatures than any log has', `${text}\n${peterLine.repeat(101)}`],
  ['another text', `${text.replace('answer', 'Answer')}\n${peterLine}`],
])('opens no note with %s', (_what, note) => {
  expect(openNote(note, verifier(peter))).toBeUndefined();
});

test('opens a tree head of the Go checksum database', () => {
  const key = verifier('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8');
  const note =
    'go.sum database tree\n756113\nk9nFMBuXq8uk+9SQNxs/Vadri2XDkaoo96u4uMa0qE0=\n\n— sum.golang.org Az3grgIHxiDLRpsKUElIX5vJMlFS79SqfQDSgHQmON922lNdJ5zxF8SSPPcah3jhIkpG8LSKNaWXiy7IldOSDCt4Pwk=\n';
  const head = readCheckpointText(openNote(note, key) ?? '');
  expect(head).toEqual({
    origin: 'go.sum database tree',
    size: 756_113,
    root: fromBase64('k9nFMBuXq8uk+9SQNxs/Vadri2XDkaoo96u4uMa0qE0='),
  });
  expect(openNote(note.replace('756113', '756114'), key)).toBeUndefined();
  // Its key has another name than its log, which our logs never do.
  expect(openCheckpoint(note, key)).toBeUndefined();
});

// RFC 8032, 7.1.
test.each([
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  ],
])('derives the key of RFC 8032 for %s, and signs what OpenSSL verifies', (seed, publicKey) => {
  const key = { name: 'example.org', seed: new Uint8Array(Buffer.from(seed, 'hex')) };
  expect(toHex(verifierOf(key).publicKey)).toBe(publicKey);
  const note = signNote('A line.\n', key);
  const line = Buffer.from(note.trimEnd().split(' ').at(-1) ?? '', 'base64');
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey, 'hex'),
  ]);
  const other = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, utf8('A line.\n'), other, line.subarray(4))).toBe(true);
});

test('reads only the canonical form of checkpoints', () => {
  const { seed } = signer(peterSecret);
  const checkpoint = { origin: 'example.org/log', size: 7, root: new Uint8Array(32).fill(9) };
  const note = signCheckpoint(checkpoint, seed);
  expect(openCheckpoint(note, verifierOf({ name: 'example.org/log', seed }))).toEqual(checkpoint);
  expect(peekCheckpoint(note)).toEqual(checkpoint);
  const root = 'CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=';
  expect(readCheckpointText(`a\n7\n${root}\n`)?.size).toBe(7);
  expect(readCheckpointText(`a\n7\n${root}\nextension\n`)?.size).toBe(7);
  for (const wrong of [
    `\n7\n${root}\n`,
    `a\n07\n${root}\n`,
    `a\n-7\n${root}\n`,
    `a\n7.0\n${root}\n`,
    `a\n9999999999999999\n${root}\n`,
    `a\n7\n${root.slice(4)}\n`,
    `a\n7\n${root}`,
    `a\n7\n${root}\n\n`,
    `a\n7\n${root.replace('k=', 'l=')}\n`,
    'a\n7\n',
  ])
    expect(readCheckpointText(wrong)).toBeUndefined();
});
