import type { ClaimForm, FoundClaim } from '@annals/contracts/identity-providers';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim with several values. Only one that was read whole says what a person has. */
export type ClaimReading =
  | { state: 'READ'; values: string[]; found: FoundClaim }
  | { state: 'MISSING' | 'OVERAGE' | 'FORM'; found: FoundClaim };

/**
 * The claim at this path: a dot descends one level, as in `realm_access.roles`. Names may contain dots themselves, as
 * URLs do, so the longest name that exists is tried first at each level.
 */
export function claimAt(claims: Claims, path: string): unknown {
  return valueAt(claims, path);
}

function valueAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const name = path.slice(0, end);
    if (!Object.hasOwn(value, name)) continue;
    const found = valueAt(value[name], path.slice(end + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reads the values of a claim in the form that the provider is configured for. What is not in that form is not read in
 * part: half of a person's groups would take away the roles of the other half.
 */
export function readClaim(claims: Claims, path: string, form: ClaimForm): ClaimReading {
  if (isLeftOut(claims, path)) return { state: 'OVERAGE', found: nothing('OVERAGE') };
  const value = parseValue(claimAt(claims, path));
  const found = describe(value);
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
      // Many providers write a list of one as a text.
      return allTexts(Array.isArray(value) ? value : [value]);
    case 'OBJECTS':
      return allTexts(
        (Array.isArray(value) ? value : [value]).map((each) => valueAt(each, property ?? '')),
      );
    case 'KEYS':
      if (!isObject(value)) return undefined;
      // A key that is switched off is not one that the person has.
      return Object.keys(value).filter((key) => value[key] !== false && value[key] !== null);
    case 'TEXT':
      if (typeof value !== 'string') return undefined;
      return value
        .split(separator ?? /[\s,;]+/)
        .map((part) => part.trim())
        .filter((part) => part !== '');
  }
}

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
function parseValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Whether the provider left the claim out because it is too long (OpenID Connect Core 1.0, section 5.6.2; Microsoft
 * Entra ID calls it overage).
 */
export function isLeftOut(claims: Claims, path: string): boolean {
  const names = claims['_claim_names'];
  if (isObject(names) && Object.hasOwn(names, path)) return true;
  const hasGroups = claims['hasgroups'];
  return path === 'groups' && claims['groups'] === undefined && isTrue(hasGroups);
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

const nothing = (kind: string): FoundClaim => ({ kind, count: null, properties: [] });
const maxProperties = 20;

/** The form of a value, without its contents. */
function describe(value: unknown): FoundClaim {
  if (value === undefined) return nothing('MISSING');
  if (value === null) return nothing('NULL');
  if (Array.isArray(value)) return describeList(value);
  if (isObject(value)) {
    const names = Object.keys(value);
    return { kind: 'OBJECT', count: names.length, properties: names.slice(0, maxProperties) };
  }
  return nothing(
    typeof value === 'string' ? 'TEXT' : typeof value === 'number' ? 'NUMBER' : 'BOOLEAN',
  );
}

function describeList(values: readonly unknown[]): FoundClaim {
  const count = values.length;
  if (allTexts(values)) return { kind: 'TEXTS', count, properties: [] };
  if (!values.every(isObject)) return { kind: 'MIXED', count, properties: [] };
  const names = new Set(values.slice(0, 100).flatMap((value) => Object.keys(value)));
  return { kind: 'OBJECTS', count, properties: [...names].slice(0, maxProperties) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
