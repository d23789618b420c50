// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Endpoint } from '@annals/contracts/endpoint';
import { RawJson, writeJson } from '@annals/rules/json/raw-json';
import { itemOf } from '@annals/contracts/page';
import { runs } from '@annals/contracts/testing/exhaustive';
import { additionalFieldsOf } from '../../ui/additional-fields/additional-fields-of.ts';
import { normalizeResponse } from './response-normalizer.ts';
import { answersOf, anyJson, specified } from './testing/any-answers.ts';

const read = (row: Endpoint, body: unknown): unknown =>
  normalizeResponse(row, { body, isJson: true, requestId: undefined });

test.each(specified.map((row) => [`${row.method} ${row.path}`, row] as const))(
  'any response to %s is read and shown without an error',
  (_, row) => {
    fc.assert(
      fc.property(answersOf(row), (body) => {
        const answer = read(row, body);
        if (row.status === 204 || answer === undefined) return;
        expect(() => writeJson(answer)).not.toThrow();
        const item = itemOf(row.response);
        const things = item ? (answer as { data: unknown[] }).data : [answer];
        expect(Array.isArray(things)).toBe(true);
        expect(() =>
          things.map((each) => additionalFieldsOf(item ?? row.response, each)),
        ).not.toThrow();
      }),
      { numRuns: runs(2000) },
    );
  },
);

const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
const id = fc.oneof(
  words.map((text) => [text, text] as const),
  fc.nat().map((number) => [number, String(number)] as const),
  fc
    .bigInt({ min: 2n ** 53n, max: 2n ** 80n })
    .map((number) => [new RawJson(String(number)), String(number)] as const),
);

test('id and name of units, providers and partitions are read among arbitrary other fields', () => {
  const cases = [
    ['/v1/organizational-units/{organizationalUnitId}', 'name'],
    ['/v1/identity-providers', 'name'],
    ['/v1/partitions/{partitionId}', 'partitionName'],
  ] as const;
  for (const [path, name] of cases) {
    const row = specified.find((each) => each.method === 'GET' && each.path === path);
    if (!row) throw new Error(`There is no ${path}.`);
    const isList = itemOf(row.response) !== undefined;
    fc.assert(
      fc.property(answersOf(row), id, words, (beside, [given, known], called) => {
        const thing = { ...(beside as object | null), id: given, [name]: called };
        const answer = read(row, isList ? { data: [thing] } : thing) as { data: unknown[] };
        expect(isList ? answer.data[0] : answer).toMatchObject({ id: known, [name]: called });
      }),
      { numRuns: runs(1000) },
    );
  }
});

test('references (name, timelineId) and objectData.userId are read among arbitrary other fields', () => {
  const search = specified.find(({ path }) => path.endsWith('/objects/search'));
  const latest = specified.find(({ path }) => path.endsWith('/objects/latest'));
  if (!search || !latest) throw new Error('There is no such call.');
  fc.assert(
    fc.property(answersOf(search), anyJson, words, id, (beside, other, name, [given, known]) => {
      const object = {
        ...(beside as object | null),
        references: [other, { name, timelineId: given, other }],
        objectData: { userId: given, other },
      };
      const found = read(search, { data: [object], total: other }) as { data: unknown[] };
      const reference = expect.objectContaining({ name, timelineId: known });
      expect(found.data[0]).toMatchObject({ references: expect.arrayContaining([reference]) });
      expect(read(latest, object)).toMatchObject({ objectData: { userId: given } });
    }),
    { numRuns: runs(1000) },
  );
});
