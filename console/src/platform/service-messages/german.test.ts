// @vitest-environment node
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import { inputMessage } from '@annals/contracts/input-messages';
import { queryErrors } from '@annals/rules/query';
import { ContractError } from '../api/errors.ts';
import { consoleErrors } from './german/console.ts';
import { sentences, translate, words } from './german/index.ts';
import { jsonSchema } from './german/json-schema.ts';
import { phraseBook, type Phrases } from './german/phrase-book.ts';
import { badInputs } from './testing/bad-inputs.ts';
import { absentThings, found, type Piece, sentMessages } from './testing/sent-messages.ts';

/** The values inserted into messages that are translated too, by the code that inserts them. */
const putIn: Readonly<Record<string, readonly string[]>> = {
  'verdict.reason': found(
    'server/src/proxy/url-policy.ts',
    /['`]((?:is|has|must|encodes) [^'`]+)['`]/g,
  ).map((reason) => reason.replace('${maxUrlLength}', '4096')),
  "counts.join(', ')": ['organizational-units/change-unit.ts', 'roles/change-role.ts'].flatMap(
    (file) =>
      found(`services/authentication/src/${file}`, /\[\w+, '([^']+)', '[^']+'\]/g)
        .map((one) => `1 ${one}`)
        .concat(
          found(`services/authentication/src/${file}`, /\[\w+, '[^']+', '([^']+)'\]/g).map(
            (many) => `7 ${many}`,
          ),
        ),
  ),
  'queryErrors[code]': Object.values(queryErrors),
  'wanted[type]': found(
    'services/authentication/src/sign-in/sign-in.routes.ts',
    /^ {2}[A-Z_]+: '([^']+)',$/gm,
  ),
  'transfer.state.toLowerCase()': ['running', 'done', 'failed', 'cancelled'],
  'access.role': ['OWNER', 'EDITOR', 'READER'],
  role: ['OWNER', 'EDITOR', 'READER'],
  "role ?? 'none'": ['EDITOR', 'READER', 'none'],
  'this.message': [
    'is not valid; see fields.',
    'has the ID of a version with different content. Use a new ID.',
  ],
  'inMinutes(wait)': ['a minute', '7 minutes'],
  message: ['Unknown.'],
  what: absentThings(),
};
const anything = '⟨…⟩';

/** All texts of a message, with each of the values inserted into it. */
function variants(pieces: readonly Piece[]): string[] {
  return joined(pieces.map((piece) => (typeof piece === 'string' ? [piece] : valuesOf(piece))));
}

const joined = (choices: readonly (readonly string[])[]): string[] =>
  choices.reduce<string[]>(
    (texts, values) => texts.flatMap((text) => values.map((value) => text + value)),
    [''],
  );

function valuesOf({ code, choice }: Exclude<Piece, string>): readonly string[] {
  return choice?.flatMap(variants) ?? putIn[code] ?? [anything];
}

const sent = sentMessages();
const texts = sent.flatMap(({ file, pieces }) => variants(pieces).map((text) => ({ file, text })));

test('finds messages where they are sent', () => {
  const all = new Set(texts.map(({ text }) => text));
  expect(all.size).toBeGreaterThan(380);
  // One message for each way in which the services send messages.
  for (const text of [
    'You do not have permission to do this. Ask an administrator for access.',
    'The row is not valid; see fields.',
    `Too many attempts failed. Try again in ${anything} seconds.`,
    'There is no such timeline, or you do not have access to it.',
    'This link was already used. Sign in, or request a new one.',
    'Enter a name for the partition.',
    'The url has a dot segment.',
    'A provider cannot create global masters. Grant GLOBAL_MASTER to the user.',
  ])
    expect(all).toContain(text);
});

test('all messages of the services are translated into German', () => {
  const untranslated = texts.filter(({ text }) => translate(text) === undefined);
  expect(untranslated.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

test('a translation keeps the values inserted into the message', () => {
  const lost = texts.filter(
    ({ text }) => text.includes(anything) && translate(text)?.includes(anything) === false,
  );
  expect(lost).toEqual([]);
  for (const [phrase, translation] of Object.entries({ ...sentences, ...words })) {
    const names = new Set(phrase.match(/\{\w+\}/g));
    const used = translation.replaceAll(':translated}', '}').match(/\{\w+\}/g) ?? [];
    const unknown = used.filter((name) => !names.has(name)).map((name) => `${phrase}: ${name}`);
    expect(unknown).toEqual([]);
  }
});

test('no translation is unused', () => {
  const bare = (text: string) => text.replaceAll(/\{\w+\}/g, anything);
  const sentTexts = new Set(texts.map(({ text }) => text));
  const templates = new Set(
    sent
      .flatMap(({ pieces }) => [
        pieces.map((piece) => (typeof piece === 'string' ? [piece] : [anything])),
        pieces.map((piece) =>
          typeof piece === 'string' ? [piece] : (piece.choice?.flatMap(variants) ?? [anything]),
        ),
      ])
      .flatMap(joined),
  );
  const generated = new Set(Object.keys({ ...jsonSchema, ...consoleErrors }));
  const unsaidSentences = Object.keys(sentences).filter(
    (phrase) => !generated.has(phrase) && !sentTexts.has(phrase) && !templates.has(bare(phrase)),
  );
  expect(unsaidSentences).toEqual([]);
});

test('validation messages of the contract are translated', () => {
  z.config({ localeError: inputMessage });
  const seen = new Set<z.core.$ZodType>();
  const messages = new Set(
    [...authenticationEndpoints, ...dataEndpoints].flatMap(({ params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema ? messagesOf(schema, seen) : [])),
    ),
  );
  expect(messages.size).toBeGreaterThan(60);
  expect([...messages].filter((message) => translate(message) === undefined)).toEqual([]);
  expect(
    [...messages].map(translate).filter((german) => /expected|received/.test(german ?? '')),
  ).toEqual([]);
  expect(translate('Must be one of en, de.')).toBe('Gib eines davon an: en, de.');
});

function messagesOf(schema: z.core.$ZodType, seen: Set<z.core.$ZodType>): string[] {
  return badInputs(schema, seen).flatMap((input) => {
    const { error } = z.safeParse(schema, input);
    return error ? error.issues.flatMap(messagesOfIssue) : [];
  });
}

function messagesOfIssue(issue: z.core.$ZodIssue): string[] {
  // The services have their own message for this: "Unknown: …".
  if (issue.code === 'unrecognized_keys') return [];
  const inner = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(messagesOfIssue) : [];
  return [issue.message, ...inner];
}

/** The messages from the worker thread of the data service that validates JSON Schemas. */
async function checkedBySchemas(requests: readonly object[]): Promise<{ message: string }[][]> {
  const path = new URL('../../../../services/data/src/types/schema-worker.js', import.meta.url);
  const thread = new Worker(path);
  const answers: { problems?: { message: string }[]; results?: { message: string }[][] }[] = [];
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

test('JSON Schema messages are translated', async () => {
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
  const sentTexts = answers.flat().map(({ message }) => message);
  expect(sentTexts.filter((message) => translate(message) === undefined)).toEqual([]);
  expect(unsaid(jsonSchema, sentTexts)).toEqual([]);
});

/** The phrases that match none of the messages. */
function unsaid(phrases: Phrases, messages: readonly string[]): string[] {
  return Object.keys(phrases).filter((phrase) => {
    const fits = phraseBook({ [phrase]: 'fits' });
    return messages.every((message) => fits(message) === undefined);
  });
}

test('a contract error is translated, with the path of the field', () => {
  const { message } = new ContractError('GET /v1/users', 'data.0.id', 'no content', undefined);
  expect(translate(message)).toBe('Antwort auf GET /v1/users, Feld data.0.id: kein Inhalt');
  expect(translate(new ContractError('GET /', '', 'no content', undefined).message)).toContain(
    'Antwort auf GET /: ',
  );
});

test('messages of other services are not translated', () => {
  for (const text of ['string', 'done', 'Two users', 'Must be unique.', 'Kaputt.', ''])
    expect(translate(text)).toBeUndefined();
});

test('translations use “du” and German quotation marks', () => {
  for (const translation of Object.values({ ...sentences, ...words })) {
    expect(translation).not.toMatch(/\b(?:Sie|Ihre?n?|Ihnen)\b(?! [a-z{])/);
    expect(translation.replaceAll('"__proto__"', '')).not.toContain('"');
  }
});
