// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Finding,
  parsed,
  textsOfOneMoment,
  withoutLanguage,
  wordsIn,
} from './testing/words-in-code.ts';

const root = new URL('../../../', import.meta.url);
const isCatalogue = /(?:^|[./-])texts\.ts$|platform\/service-messages\//;
const isTest = /\.(?:test|testing)\.tsx?$|\/testing\//;

/** Strings that look like texts but are not: the files, the strings, and why they need no translation. */
const allowed: readonly (readonly [file: RegExp, text: RegExp, why: string])[] = [
  [/./, /^(?:Enter|Escape|Esc|Tab|Ctrl|Strg|Delete|Backspace)$/, 'names of keys'],
  [/./, /^[\w\s,.:#-]*\b(?:input|select|button)\b[^.!?]*$/, 'selectors'],
  [/./, /^(?:main (?:a)?|tbody tr, )\[data-/, 'selectors'],
  [/./, /^(?:translate|scale)\(|\bvar\(--|^\((?:prefers-|pointer)/, 'values of CSS'],
  [/theme\/theme\.ts/, /monospace|sans-serif/, 'names of fonts'],
  [
    /ui\/json\/json-/,
    /^(?:True|False|Null|Number|String|Object|Array|Property)$/,
    'the grammar of JSON',
  ],
  [/json-theme\.ts/, /^\.cm-/, 'selectors'],
  [/verifier\/(?:main|result)\.ts/, /^(?:drop sheet|verdict …|quiet value)$/, 'names of classes'],
  [
    /CodeMirrorDiff\.tsx/,
    /^\$ unchanged lines$/,
    'a key of CodeMirror, whose phrase comes from a catalogue',
  ],
  [/json-values\/json-values\.ts/, /^null \/\*/, 'JSON'],
  [/references\/graph\//, /^(?:rest|version|incoming) …/, 'keys'],
  [/Bundle\.tsx|ProofPanel\.tsx/, /^annals verify FILE$/, 'a command'],
  [/code-of-call\.ts/, /./, 'code that is copied'],
  [
    /import\/reading\//,
    /^(?:No file is open\.|… is not the worker that reads files\.)$/,
    'errors after which the page reads the file itself',
  ],
  [
    /api-reference\/api-document\.ts|licenses\/notices\.ts/,
    /answered|The document has no/,
    'a fault of the program, which the page shows as such',
  ],
  [/ClaimsFields\.tsx/, /^(?:name|added …)$/, 'a name in an example, and keys'],
  [/invitation-csv\.ts/, /^(?:User|English|German)$/, 'what the columns of an example contain'],
  [/type-label\.ts/, /^object of …$/, 'the words of JSON Schema'],
  [/ProofVerdict\.tsx/, /^docs\/proofs\.md$/, 'the name of a file'],
  [/ValuesTab\.tsx/, /^\/release\/cycle$/, 'a JSON Pointer'],
  [/provider-form\.ts/, /^openid email profile$/, 'scopes of OpenID Connect'],
  [/CsvField\.tsx|invitation-csv\.ts/, /Ada Lovelace|Konrad Zuse/, 'names of people in an example'],
  [
    /invitation-csv\.ts/,
    /^(?:e-?mail ad|(?:primary|work|business) email|full|display|first|given|last|family|voller|vollständiger|organizational)/,
    'headings that are looked for in a file',
  ],
  [/api\/proxy\.ts/, /^(?:Bearer …|HTTP …|Unknown endpoint: …)$/, 'of the protocol, or logged'],
  [/api\/errors\.ts/, /./, 'the English beside contract-error.texts.ts'],
  [/specified-input\.ts/, /^Not announced$/, 'told by its class, for which there are texts'],
  [/LogAlarm\.tsx/, /./, 'a file in English, whoever it is shown to'],
  [/UserSessions\.tsx/, /^end$/, 'the name of an action'],
  [/FailurePage\.tsx/, /^Error …$/, 'logged'],
  [
    /main\.tsx|api\/(?:start-up|request)\.ts|build-watch\.ts|list-request\.ts|src\/pages\.ts/,
    /answered|needs|has no element|may not be called|There is no page/,
    'a fault of the program, which ends on the page of such',
  ],
  [
    /provider-authorization\.ts/,
    /no web address/,
    'only a forged answer of the service comes there',
  ],
  [/read-log\.ts/, /keeps no log/, 'told by its class, for which there are texts'],
  [/running-import\.ts/, /is gone/, 'ends the work of somebody who has signed out'],
  [/linear-patterns\.ts/, /has no pattern/, 'a defect: every pattern was collected before'],
  [/verifier\/main\.ts/, /^Another check/, 'ends a check that another one replaced'],
];

/** Code that needs no language, and why. */
const withoutLanguageAllowed: readonly (readonly [file: RegExp, text: RegExp, why: string])[] = [
  [/ScalarFields\.tsx/, /toPrecision/, 'rounds a number, and shows none'],
];

const sources = ['console/src', 'proofs/verifier']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file) && !isCatalogue.test(file))
  .map((file) => parsed(file, readFileSync(new URL(file, root), 'utf8')));

const codeOf = (...lines: string[]) => parsed('made.tsx', lines.join('\n'));
const textsOf = (findings: readonly Finding[]) => findings.map(({ text }) => text);
const lineOf = ({ file, line, text }: Finding) => `${file}:${line} ${text}`;

/** The findings that no entry of the list allows, and the entries that match nothing. */
function judged(
  findings: readonly Finding[],
  list: readonly (readonly [RegExp, RegExp, string])[],
) {
  const used = new Set<RegExp>();
  const left = findings.filter(({ file, text }) => {
    const rule = list.find(([files, texts]) => files.test(file) && texts.test(text));
    if (rule) used.add(rule[1]);
    return rule === undefined;
  });
  const idle = list.filter(([, texts]) => !used.has(texts)).map(([files]) => String(files));
  return { left: left.map(lineOf), idle };
}

test('every visible text comes from a catalogue', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(judged(sources.flatMap(wordsIn), allowed)).toEqual({ left: [], idle: [] });
});

test('numbers, dates and sorting are given a language', () => {
  expect(judged(sources.flatMap(withoutLanguage), withoutLanguageAllowed)).toEqual({
    left: [],
    idle: [],
  });
});

test('no module keeps texts in the language in which it was loaded', () => {
  expect(sources.flatMap(textsOfOneMoment).map(lineOf)).toEqual([]);
  const source = codeOf('const t = useListTexts.now();', 'const later = () => useListTexts.now();');
  expect(textsOf(textsOfOneMoment(source))).toEqual(['useListTexts.now()']);
});

test('finds texts between tags, in attributes and in strings', () => {
  const source = codeOf(
    "import { a } from './Not a text.ts';",
    'const b = <p className="not a text" aria-label="Close">of {open ? \'yes\' : t.no} {`${count} rows`}</p>;',
    "showToast({ message: 'saved' });",
    "document.title = 'Users';",
    'throw new Error(`The row ${row} is gone.`);',
    "const c = texts({ en: { hello: 'Hello you' }, de: { hello: 'Hallo du' } });",
    "const key = 'modificationDate';",
  );
  expect(textsOf(wordsIn(source))).toEqual([
    'Close',
    'of',
    'yes',
    '… rows',
    'saved',
    'Users',
    'The row … is gone.',
  ]);
});

test('finds formatting and sorting without a language', () => {
  const source = codeOf(
    'count.toLocaleString(); count.toLocaleString(undefined, {}); count.toLocaleString(language);',
    'rate.toFixed(1); new Intl.NumberFormat().format(2); new Intl.NumberFormat(language);',
    'one.localeCompare(other); one.localeCompare(other, language); date.toDateString();',
  );
  expect(textsOf(withoutLanguage(source))).toEqual([
    'count.toLocaleString()',
    'count.toLocaleString(undefined, {})',
    'rate.toFixed(1)',
    'new Intl.NumberFormat()',
    'one.localeCompare(other)',
    'date.toDateString()',
  ]);
});
