import { isObject } from '@annals/rules/json/json-object';
import { writeJson } from '@annals/rules/json/raw-json';
import { problem, type Problem } from '@annals/contracts/problem';
import { asSentences, isSentence, wordlessTitle } from './errors.ts';

/** What a service says about an error. */
interface Words {
  titles: string[];
  messages: string[];
  fields: { path: string; message: string }[];
}

/**
 * The error of a service. Ours have the form of the contract, with a code. Others write their words as RFC 9457 (`title`,
 * `detail`, `errors`), OAuth (`error_description`), JSON:API (`errors`), in an object under `error`, or as a framework
 * does; what is about a field of the input becomes one of the `fields`.
 */
export function problemIn(body: unknown, status: number): Problem {
  const { data: inForm } = problem.safeParse(body);
  if (inForm?.code !== undefined) return inForm;
  const { titles, messages, fields } = wordsIn(body);
  const [title] = titles;
  // A title in words says something that the message need not repeat.
  const isTold = title === undefined || messages.some((each) => each.includes(title));
  const all = isTold || !isSentence(title) ? messages : [title, ...messages];
  const foundFields = inForm?.fields ?? fields;
  return {
    ...inForm,
    error: title ?? wordlessTitle(status),
    ...(messages.length > 0 && { message: asSentences([...new Set(all)]) }),
    ...(foundFields.length > 0 && { fields: foundFields }),
  };
}

const maxTextLength = 300;

/** A short plain text; not a page for people, which a server on the way may answer. */
function plainText(body: string): string[] {
  return body.length > maxTextLength || /^\s*</.test(body) ? [] : textsIn(body);
}

const messageNames = ['detail', 'message', 'error_description', 'errorMessage'];
const entryNames = [...messageNames, 'msg', 'reason', 'description', 'defaultMessage'];
const pathNames = ['pointer', 'field', 'path', 'property', 'propertyPath', 'param', 'instancePath'];
const listNames = [
  'errors',
  'error',
  'fields',
  'detail',
  'details',
  'message',
  'violations',
  'fieldErrors',
  'invalid-params',
  'invalid_params',
];

function wordsIn(body: unknown): Words {
  if (typeof body === 'string') return { ...noWords(), titles: plainText(body) };
  if (Array.isArray(body)) return entriesIn(body);
  if (!isObject(body)) return noWords();
  const { error, title } = body;
  const inner = isObject(error) ? wordsIn(error) : noWords();
  const lists = listNames.filter((name) => name !== 'error' || Array.isArray(error));
  const entries = lists.map((name) => entriesIn(body[name]));
  const found = [
    {
      ...noWords(),
      titles: [error, title].filter((each) => !Array.isArray(each)).flatMap(textsIn),
    },
    { ...noWords(), messages: messageNames.flatMap((name) => textsIn(body[name])) },
    inner,
    ...entries,
  ];
  const words = {
    titles: found.flatMap(({ titles }) => titles),
    messages: found.flatMap(({ messages }) => messages),
    fields: found.flatMap(({ fields }) => fields),
  };
  if (words.titles.length + words.messages.length + words.fields.length > 0) return words;
  if (error) return { ...words, titles: [writeJson(error) ?? ''] };
  // Some frameworks answer nothing but the names of fields, each with a list of texts.
  return entriesIn(
    Object.fromEntries(Object.entries(body).filter(([, each]) => Array.isArray(each))),
  );
}

/** Several errors: a list of texts or of objects, or an object with the names of fields. */
function entriesIn(list: unknown): Words {
  const words = noWords();
  const entries: [name: string | undefined, entry: unknown][] = Array.isArray(list)
    ? list.map((entry) => [undefined, entry])
    : isObject(list)
      ? Object.entries(list)
      : [];
  for (const [name, entry] of entries) {
    const messages = Array.isArray(entry) ? entry.flatMap(textsOfEntry) : textsOfEntry(entry);
    const path = name ?? (isObject(entry) ? pathIn(entry) : undefined);
    if (path === undefined) words.messages.push(...messages);
    else if (messages.length > 0) words.fields.push({ path, message: asSentences(messages) });
  }
  return words;
}

function textsOfEntry(entry: unknown): string[] {
  if (!isObject(entry)) return textsIn(entry);
  const titles = textsIn(entry['title']);
  const messages = entryNames.flatMap((name) => textsIn(entry[name]));
  return [
    ...new Set([...(messages.length === 0 ? titles : titles.filter(isSentence)), ...messages]),
  ];
}

/** Where in the input an error is: as a name, a list of names, or a JSON Pointer (RFC 6901), also as a fragment. */
function pathIn(entry: Record<string, unknown>): string | undefined {
  const source = isObject(entry['source']) ? entry['source'] : {};
  const places = [
    source['pointer'],
    source['parameter'],
    ...pathNames.map((name) => entry[name]),
    Array.isArray(entry['loc']) ? entry['loc'].join('.') : entry['loc'],
    // RFC 7807 called the place of an invalid parameter so.
    'reason' in entry ? entry['name'] : undefined,
  ];
  const [place] = places.flatMap(textsIn);
  return place?.replace(/^#?\/(data\/attributes\/)?/, '').replaceAll('/', '.');
}

/** A text, or the texts of a list. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value))
    return value.filter((each) => typeof each === 'string').flatMap(textsIn);
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

const noWords = (): Words => ({ titles: [], messages: [], fields: [] });
