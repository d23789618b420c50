import type { ClaimForm, FoundClaim } from '@annals/contracts/identity-providers';
import { say, sayWith, type ServiceMessage } from '@annals/contracts/messages';
import { ExplainedError } from '@annals/kit/problem';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim with several values. Only one that was read whole says what a person has. */
export type ClaimReading =
  | { state: 'READ'; values: string[]; found: FoundClaim }
  | { state: 'MISSING' | 'UNANSWERED' | 'OVERAGE' | 'FORM'; found: FoundClaim };

/**
 * The claim at this path: a dot descends one level, as in `realm_access.roles`. Names may contain dots themselves, as
 * URLs do, so the longest name that exists is tried first at each level.
 */
export function claimAt(claims: Claims, path: string): unknown {
  return find(claims, path).value;
}

interface Found {
  value?: unknown;
  /** What stands on the way and has nothing below it. The claim is then not missing, but in another form. */
  obstacle?: unknown;
}

/** As it is written, and as Keycloak writes it, where a backslash is before a dot that belongs to a name. */
function find(claims: Claims, path: string): Found {
  const found = lookUp(claims, path);
  const plain = withoutEscapes(path);
  return plain === path || found.value !== undefined ? found : lookUp(claims, plain);
}

const withoutEscapes = (path: string): string => path.replaceAll('\\.', '.');

function lookUp(written: unknown, path: string): Found {
  const value = parseValue(written);
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return { obstacle: value };
  if (Object.hasOwn(value, path)) return { value: value[path] };
  let obstacle: unknown;
  for (const name of prefixesOf(path)) {
    if (!Object.hasOwn(value, name)) continue;
    const found = lookUp(value[name], path.slice(name.length + 1));
    if (found.value !== undefined) return found;
    obstacle ??= found.obstacle;
  }
  return { obstacle };
}

/** The names with which a path can begin, the longest first, without the whole path. */
function prefixesOf(path: string): string[] {
  const prefixes: string[] = [];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
    prefixes.push(path.slice(0, end));
  return prefixes;
}

/**
 * Reads the values of a claim in the form that the provider is configured for. What is not in that form is not read in
 * part: half of a person's groups would take away the roles of the other half.
 * @param isWhole false if the provider did not tell everything: what is missing is then unknown
 */
export function readClaim(
  claims: Claims,
  path: string,
  form: ClaimForm,
  isWhole: boolean,
): ClaimReading {
  if (leftOutName(claims, path) !== undefined)
    return { state: 'OVERAGE', found: nothing('OVERAGE') };
  const { value: written, obstacle } = find(claims, path);
  const value = parseValue(written);
  if (obstacle !== undefined && value === undefined)
    return { state: 'FORM', found: describe(obstacle) };
  const found = describe(value);
  if ((value === undefined || value === null) && !isWhole) return { state: 'UNANSWERED', found };
  if (value === undefined || value === null)
    return form.absentMeansNone
      ? { state: 'READ', values: [], found }
      : { state: 'MISSING', found };
  const values = valuesIn(value, form);
  return values === undefined
    ? { state: 'FORM', found }
    : { state: 'READ', values: [...new Set(values)], found };
}

function valuesIn(value: unknown, { kind, property, separator }: ClaimForm): string[] | undefined {
  switch (kind) {
    case 'LIST':
      // Many providers write a list of one as a text. A list in the notation of a program is none.
      if (typeof value === 'string' && isBracketed(value)) return undefined;
      return allTexts(Array.isArray(value) ? value : [value]);
    case 'OBJECTS':
      return allTexts(
        (Array.isArray(value) ? value : [value]).map((each) => lookUp(each, property ?? '').value),
      );
    case 'KEYS':
      // Programs in PHP write an object without keys as an empty list.
      if (Array.isArray(value) && value.length === 0) return [];
      if (!isObject(value)) return undefined;
      // A key that is switched off is not one that the person has.
      return Object.keys(value).filter((key) => !isOff(value[key]));
    case 'TEXT':
      if (typeof value !== 'string') return undefined;
      return unbracket(value)
        .split(separator ?? /[\s,;]+/)
        .map((part) => part.trim())
        .filter((part) => part !== '');
  }
}

const isOff = (value: unknown): boolean =>
  [false, null, 0, ''].includes(value as never) ||
  (typeof value === 'string' && /^(false|0|no|off)$/i.test(value.trim()));

/** Amazon Cognito, for one, passes the groups of a SAML provider on as `[staff, sales]`, which is not JSON. */
const isBracketed = (text: string): boolean => /^\s*(?:\[.*\]|\{.*\})\s*$/s.test(text);

const unbracket = (text: string): string => text.replace(/^\s*\[(.*)\]\s*$/s, '$1');

/** Undefined if one of them is not a text. */
function allTexts(values: readonly unknown[]): string[] | undefined {
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) texts.push(String(value));
    else if (typeof value === 'string') texts.push(value);
    else return undefined;
  }
  return texts.filter((text) => text !== '');
}

/** Some providers can only send texts and write a list or an object as JSON in one. */
export function parseValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * The name of the claim at or above this path that the provider left out because it is too long (OpenID Connect Core 1.0,
 * section 5.6.2; Microsoft Entra ID calls it overage); undefined if it left out none.
 */
export function leftOutName(claims: Claims, written: string): string | undefined {
  const path = withoutEscapes(written);
  const names = parseValue(claims['_claim_names']);
  if (isObject(names)) {
    const leftOut = [path, ...prefixesOf(path)].find((name) => Object.hasOwn(names, name));
    if (leftOut !== undefined) return leftOut;
  }
  const isShort = path === 'groups' && claims['groups'] === undefined;
  return isShort && isTrue(claims['hasgroups']) ? path : undefined;
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

const nothing = (kind: string): FoundClaim => ({ kind, count: null, properties: [] });
const maxProperties = 20;
const maxNameLength = 100;

/** The form of a value, without its contents. */
function describe(value: unknown): FoundClaim {
  if (value === undefined) return nothing('MISSING');
  if (value === null) return nothing('NULL');
  if (Array.isArray(value)) return describeList(value);
  if (isObject(value)) {
    const names = Object.keys(value);
    return { kind: 'OBJECT', count: names.length, properties: shownNames(names) };
  }
  return nothing(
    typeof value === 'string' ? 'TEXT' : typeof value === 'number' ? 'NUMBER' : 'BOOLEAN',
  );
}

/** Names of properties as they can be stored and shown: a provider may send any text. */
function shownNames(names: readonly string[]): string[] {
  return names.slice(0, maxProperties).map((name) =>
    name
      .slice(0, maxNameLength)
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\uFFFD'),
  );
}

function describeList(values: readonly unknown[]): FoundClaim {
  const count = values.length;
  if (allTexts(values)) return { kind: 'TEXTS', count, properties: [] };
  if (!values.every(isObject)) return { kind: 'MIXED', count, properties: [] };
  const names = new Set(values.slice(0, 100).flatMap((value) => Object.keys(value)));
  return { kind: 'OBJECTS', count, properties: shownNames([...names]) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, or a number as one. Undefined for anything else, and for what the database cannot hold as it is. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  // Two subjects that are stored in another form could become one.
  const isStorable = typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
  return isStorable && value !== '' ? value : undefined;
}

const maxDetailLength = 300;

/** The words of an error about a provider, so that they can be stored and read. */
export function readableExplanation(error: Error): ServiceMessage {
  if (!(error instanceof ExplainedError))
    return say('foreign', { text: readableDetail(error.message) });
  const { messageCode, parameters = {} } = error.explanation;
  const readable = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? readableDetail(value) : value,
  ]);
  return sayWith(messageCode, Object.fromEntries(readable));
}

/** What a provider wrote, so that it can be stored and read. */
export const readableDetail = (text: string): string =>
  text
    .slice(0, maxDetailLength)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\uFFFD');
