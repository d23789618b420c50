import { expect, it } from 'vitest';
import { checkRecord, recordNameOf, recordValueOf } from './domain-record.ts';

const record = {
  name: recordNameOf('annals', 'example.org'),
  value: recordValueOf('annals', 'token'),
};
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

it('is found among other records, whole or in pieces', async () => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return [['v=spf1 -all'], ['annals-domain-', 'verification=token']];
  };
  expect(await checkRecord(resolve, record)).toBe('FOUND');
  expect(asked).toEqual(['_annals-challenge.example.org']);
});

it.each([
  ['a part of the value', [['annals-domain-verification=toke']]],
  ['the value within another text', [['x annals-domain-verification=token']]],
  ['the value in two records', [['annals-domain-'], ['verification=token']]],
])('is not found as %s', async (_, found) => {
  expect(await checkRecord(async () => found, record)).toBe('OTHER_VALUE');
});

it.each([
  ['ENOTFOUND', 'MISSING'],
  ['ENODATA', 'MISSING'],
  ['ETIMEOUT', 'NO_ANSWER'],
  ['ECANCELLED', 'NO_ANSWER'],
  ['ESERVFAIL', 'NO_ANSWER'],
])('is reported for %s as %s', async (code, reported) => {
  expect(await checkRecord(failing(code), record)).toBe(reported);
});

it('is missing if the response has no records', async () => {
  expect(await checkRecord(async () => [], record)).toBe('MISSING');
});
