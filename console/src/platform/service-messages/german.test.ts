// @vitest-environment node
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import { codeOfIssue } from '@annals/contracts/input-messages';
import { jsonSchema } from '@annals/contracts/messages/json-schema';
import { messageTexts, say, type MessageCode } from '@annals/contracts/messages';
import type { SchemaProblem } from '@annals/rules/json-schema/convert-schema';
import { germanTexts, inGerman } from './german/index.ts';
import { badInputs } from './testing/bad-inputs.ts';

/** The names of the parameters that a text uses. */
function namesIn(text: string | ((parameters: never) => string)): string[] {
  if (typeof text === 'string')
    return [...new Set(text.match(/\{\w+\}/g))].map((name) => name.slice(1, -1)).toSorted();
  const names = new Set<string>();
  const parameters = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name: string) => {
        names.add(name);
        return 'x';
      },
    },
  );
  text(parameters as never);
  return [...names].toSorted();
}

const codes = Object.keys(messageTexts) as MessageCode[];

test('a message has the same parameters in both languages', () => {
  expect(codes.length).toBeGreaterThan(700);
  for (const code of codes)
    expect([code, namesIn(germanTexts[code])]).toEqual([code, namesIn(messageTexts[code])]);
});

test('every code is in one part of the catalogue', () => {
  const parts = Object.values(
    import.meta.glob<Record<string, object>>('../../../../contracts/src/messages/*.ts', {
      eager: true,
    }),
  );
  const inParts = parts.flatMap((part) =>
    Object.values(part).flatMap((texts) =>
      Object.keys(texts).filter((code) => Object.hasOwn(messageTexts, code)),
    ),
  );
  expect(inParts.toSorted()).toEqual(codes.toSorted());
});

test('schemas of the contract say messages by their codes', () => {
  z.config({ localeError: codeOfIssue });
  const seen = new Set<z.core.$ZodType>();
  const said = new Set(
    [...authenticationEndpoints, ...dataEndpoints].flatMap(({ params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema ? codesOf(schema, seen) : [])),
    ),
  );
  expect(said.size).toBeGreaterThan(60);
  expect([...said].filter((code) => !Object.hasOwn(messageTexts, code))).toEqual([]);
});

function codesOf(schema: z.core.$ZodType, seen: Set<z.core.$ZodType>): string[] {
  return badInputs(schema, seen).flatMap((input) => {
    const { error } = z.safeParse(schema, input);
    return error ? error.issues.flatMap(codesOfIssue) : [];
  });
}

function codesOfIssue(issue: z.core.$ZodIssue): string[] {
  // The services have their own message for this: "Unknown: …".
  if (issue.code === 'unrecognized_keys') return [];
  const inner = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(codesOfIssue) : [];
  return [issue.message, ...inner];
}

/** The messages from the worker thread of the data service that validates JSON Schemas. */
async function checkedBySchemas(requests: readonly object[]): Promise<SchemaProblem[][]> {
  const path = new URL('../../../../services/data/src/types/schema-worker.js', import.meta.url);
  const thread = new Worker(path);
  const answers: { problems?: SchemaProblem[]; results?: SchemaProblem[][] }[] = [];
  await new Promise<void>((resolve, reject) => {
    thread.on('error', reject);
    thread.on('message', (answer: (typeof answers)[number] & { ready?: true }) => {
      if (answer.ready !== true) answers.push(answer);
      const next = requests[answers.length];
      if (next === undefined) resolve();
      else thread.postMessage(next);
    });
  });
  await thread.terminate();
  return answers.map(({ problems, results }) => problems ?? results?.flat() ?? []);
}

test('problems with JSON Schemas have the parameters of their texts', async () => {
  const broken: [schema: object, data: unknown][] = [
    [{ type: 'string' }, 1],
    [{ type: ['string', 'null'] }, 1],
    [{ required: ['a'] }, {}],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
    [{ additionalProperties: false }, { a: 1 }],
    [{ enum: ['a', 1] }, 2],
    [{ const: { a: 1 } }, 2],
    [{ format: 'date' }, 'today'],
    [{ $ref: '#' }, 1],
    [{ minLength: 1 }, ''],
    [{ minLength: 2 }, ''],
    [{ maxLength: 1 }, 'ab'],
    [{ minItems: 1 }, []],
    [{ minItems: 2 }, []],
    [{ maxItems: 1 }, [1, 2]],
    [{ uniqueItems: true }, [1, 1]],
    [{ contains: { type: 'string' } }, [1]],
    [{ contains: { type: 'string' }, maxContains: 2 }, [1]],
    [{ prefixItems: [true], items: false, minItems: 1 }, [1, 2]],
    [{ minProperties: 1 }, {}],
    [{ maxProperties: 1 }, { a: 1, b: 1 }],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
    [{ pattern: '^a' }, 'b'],
    [{ minimum: 1 }, 0],
    [{ maximum: 1 }, 2],
    [{ exclusiveMinimum: 1 }, 1],
    [{ exclusiveMaximum: 1 }, 1],
    [{ multipleOf: 2 }, 1],
    [{ not: {} }, 1],
    [{ oneOf: [{ type: 'string' }, {}] }, 'a'],
    [{ anyOf: [{ type: 'string' }] }, 1],
    [{ if: false, else: { type: 'string' } }, 1],
    [{ properties: { a: false } }, { a: 1 }],
    [{ pattern: 'a(?=b)' }, 'ab'],
    [{ items: { type: 'string' }, unevaluatedItems: false, prefixItems: [{}] }, [1, 2]],
  ];
  const unusable = [
    { $ref: '#/nothing' },
    { $ref: '#/title', title: 'x' },
    { $id: 'https://[' },
    { pattern: '(' },
    { pattern: 'a(?=b)' },
    { pattern: '(?<=a)b' },
    { pattern: String.raw`(a)\1` },
    { pattern: 'a{1001}' },
    { pattern: String.raw`\p{Script_Extensions=Greek}` },
    { pattern: '(?:a'.repeat(2000) + ')*'.repeat(2000) },
    { type: 'text' },
    { required: 'a' },
    { $schema: 'http://json-schema.org/draft-03/schema' },
  ];
  const answers = await checkedBySchemas([
    ...broken.map(([schema, row], index) => ({
      key: String(index),
      schema,
      rows: [row],
      forget: [],
    })),
    ...unusable.map((usable) => ({ usable })),
  ]);
  expect(answers.flatMap((problems, index) => (problems.length === 0 ? [index] : []))).toEqual([]);
  const sent = answers.flat();
  for (const { messageCode, parameters } of sent)
    expect(Object.keys(parameters)).toEqual(
      expect.arrayContaining(namesIn(messageTexts[messageCode])),
    );
  const unsaid = new Set(Object.keys(jsonSchema));
  for (const { messageCode } of sent) unsaid.delete(messageCode);
  // Those need a hostile schema, or one that a former version accepted.
  expect([...unsaid]).toEqual(['schemaOther', 'patternFlags', 'schemaRecursion']);
});

test('messages within a message are translated with it', () => {
  const refusal = say('importNoTarget', { maximalImportRows: 5 });
  const fields = [
    { path: 'references.0.key', ...refusal },
    { path: '', ...say('nothingToEnd') },
  ];
  expect(say('listed', { fields }).message).toMatch(/^references\.0\.key: There is no .* end\.$/);
  expect(inGerman(say('listed', { fields }))).toBe(
    `references.0.key: ${inGerman(refusal)} ${inGerman(say('nothingToEnd'))}`,
  );
  expect(inGerman(say('row', { row: 7, problem: say('rowIdTaken') }))).toMatch(
    /^Zeile 7 hat die ID einer Version/,
  );
});

test('messages of other services are not translated', () => {
  for (const messageCode of [undefined, '', 'unheardOf', 'constructor', 'toString', 'schemaType'])
    expect(
      inGerman({ message: 'Two users', ...(messageCode !== undefined && { messageCode }) }),
    ).toBe('Two users');
});

test('translations use “du” and German quotation marks', () => {
  for (const text of Object.values(germanTexts)) {
    const translation = typeof text === 'string' ? text : String(text);
    expect(translation).not.toMatch(/\b(?:Sie|Ihre?n?|Ihnen)\b(?! [a-z{$])/);
    // The source of a function may quote.
    const shown = typeof text === 'string' ? text.replaceAll('"__proto__"', '') : '';
    expect(shown).not.toContain('"');
  }
});
