import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { isExact } from '@annals/rules/json/decimals';
import { RawJson } from '@annals/rules/json/raw-json';
import { isObject } from '@annals/rules/json-values';
import { itemOf } from '@annals/contracts/page';
import { type Page, moreKey } from './page.ts';
import { envelopeIn, isForToken, ownListIn, type Envelope } from './envelope.ts';
import { ContractError, type ContractProblem } from './errors.ts';
import { idText } from './id-text.ts';
import { listIn, nextPageIn } from './lists-of-services.ts';
import { loosenSchema } from './loosen-schema.ts';
import { roleNameOf } from './role-name.ts';
import { tokensIn } from './tokens-in.ts';
import type { Reply as SentReply } from './proxy.ts';
import type { AnswerOf } from './told.ts';

type Reply = Pick<SentReply, 'body' | 'isJson' | 'requestId'>;

/** A value in the form of the contract, and the part of it that could not be read. */
interface Reading {
  value: unknown;
  unread?: unknown;
}

/** Undefined if the value does not have the form of the schema. */
type Read = Reading | undefined;

/**
 * Reads a response of any form field by field. What has the form of the contract is used; the rest is kept unchanged
 * under `moreKey` for the panel "Additional data from the service". Only fields of the specification are required, and of
 * these only what is needed to show anything: a response that is not JSON, or that lacks a field without which the call
 * is useless (an access token), throws a ContractError that names it.
 */
export function normalizeResponse<E extends Endpoint>(endpoint: E, reply: Reply): AnswerOf<E> {
  const response = loosenSchema(endpoint.response);
  const problem = textInstead(endpoint, reply);
  if (problem !== undefined) throw reportBroken(endpoint, reply, problem);
  // A deletion only needs to succeed.
  if (endpoint.status === 204) return z.parse(response, undefined) as AnswerOf<E>;
  const whole = withoutTokens(endpoint, bodyOf(endpoint, response, reply));
  const envelope = envelopeIn(endpoint, whole);
  const isList = listSchemaIn(response) !== undefined && listIn(whole) === undefined;
  const body = envelope?.thing ?? (isList ? ownListIn(endpoint, whole) : undefined) ?? whole;
  // The entries of a list are what the last segment of its path says.
  const key = endpoint.path.split('/').at(-1) ?? '';
  const read = withBeside(readAs(response, body, key), envelope) ?? readNothingOf(response, whole);
  const parsed = z.safeParse(response, read ? read.value : body);
  if (parsed.success) return withUnknown(parsed.data, reply) as AnswerOf<E>;
  if (isNothing(reply.body)) throw reportBroken(endpoint, reply, 'noContent');
  throw reportBroken(endpoint, reply, 'form', deepestPath(parsed.error.issues));
}

/** Any response may carry the next access token, which is stored and not shown on the page with the rest. */
function withoutTokens(endpoint: Endpoint, body: unknown): unknown {
  if (!isObject(body) || tokensIn(body) === undefined || isForToken(endpoint)) return body;
  const { accessToken: _access, refreshToken: _refresh, ...rest } = body;
  return rest;
}

/** What an envelope tells beside a thing is not of the thing. */
function withBeside(read: Read, envelope: Envelope | undefined): Read {
  if (!isObject(read?.value) || envelope === undefined || isEmpty(envelope.beside)) return read;
  const { [moreKey]: unread, ...fields } = read.value;
  const more = { ...(unread as object | undefined), envelope: envelope.beside };
  return { value: { ...fields, [moreKey]: more } };
}

/** Marks a list of which the response says nothing. */
function withUnknown<Answer>(answer: Answer, { body }: Reply): Answer {
  if (!isEmptyPage(answer)) return answer;
  const { answer: whole, entries } = answer.more ?? {};
  const saysNothing = isNothing(body) || whole !== undefined || entries !== undefined;
  return saysNothing ? { ...answer, unknown: true } : answer;
}

function isEmptyPage(answer: unknown): answer is Page<unknown> {
  return (
    isObject(answer) &&
    'nextCursor' in answer &&
    Array.isArray(answer['data']) &&
    answer['data'].length === 0
  );
}

const isNothing = (body: unknown): boolean => body === undefined || body === null;

function reportBroken(
  endpoint: Endpoint,
  { requestId, body }: Reply,
  problem: ContractProblem,
  path: readonly PropertyKey[] = [],
): ContractError {
  const place = path.map(String).join('.');
  const call = `${endpoint.method} ${endpoint.path}`;
  return new ContractError(call, place, problem, requestId, isNothing(body));
}

/** The longest text that an error quotes. */
const maxQuoted = 200;

/**
 * A text in place of JSON. A write only needs to succeed, possibly with a message; an HTML page comes from an
 * intermediate server.
 */
function textInstead(endpoint: Endpoint, { body, isJson }: Reply): ContractProblem | undefined {
  if (isJson || typeof body !== 'string') return undefined;
  if (/^\s*</.test(body)) return 'htmlPage';
  if (!isRead(endpoint)) return undefined;
  return body.length > maxQuoted ? 'text' : { text: body.trim() };
}

function bodyOf(endpoint: Endpoint, response: $ZodType, { body, isJson }: Reply): unknown {
  if (body !== undefined && isJson) return body;
  if (!isRead(endpoint)) return {};
  // Some services answer "No Content" for an empty list.
  return listSchemaIn(response) ? [] : undefined;
}

/**
 * If nothing of a list, or of an item without required fields, can be read, all of it is shown as more from the
 * service.
 */
function readNothingOf(schema: $ZodType, body: unknown): Read {
  if (body === undefined) return undefined;
  const list = listSchemaIn(schema) !== undefined;
  const nothing = { [moreKey]: list ? { answer: body } : body };
  const value = list ? { data: [], ...nothing } : nothing;
  return z.safeParse(schema, value).success ? { value } : undefined;
}

function listSchemaIn(schema: $ZodType): $ZodType | undefined {
  if (itemOf(schema)) return schema;
  const { def } = (schema as $ZodTypes)._zod;
  return def.type === 'union' ? def.options.find(itemOf) : undefined;
}

/** @param key the name of the field; for an element, that of its array */
function readAs(schema: $ZodType, value: unknown, key: string): Read {
  const item = itemOf(schema);
  if (item) return readPage(schema, item, value, key);
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      // Only the contract defines what null means; in a response of another form it is unknown.
      if (value === undefined || value === null) return { value: undefined };
      return readAs(def.innerType, value, key) ?? { value: undefined, unread: value };
    case 'nullable':
      return value === null ? { value } : readAs(def.innerType, value, key);
    case 'object':
      return readObject(def, value);
    case 'array':
      return readArray(def.element, value, key);
    case 'record':
      return readRecord(def.valueType, value);
    case 'union':
      return leastUnread(def.options.map((option) => readAs(option, value, key)));
    case 'pipe':
      return readAs(def.in, value, key);
    case 'string':
      return acceptValue(schema, value) ?? readText(schema, value, key);
    default:
      return acceptValue(schema, value) ?? acceptValue(schema, numberOf(value));
  }
}

/** The contract's numbers are computed with, so how they are written does not matter. */
function numberOf(value: unknown): number | undefined {
  return value instanceof RawJson && isExact(value.text) ? Number(value.text) : undefined;
}

function acceptValue(schema: $ZodType, value: unknown): Read {
  return z.safeParse(schema, value).success ? { value } : undefined;
}

/** Converts ids that are numbers, roles that are objects with a name, and moments in another time zone. */
function readText(schema: $ZodType, value: unknown, key: string): Read {
  if (typeof value !== 'string' && /^id$|Ids?$/.test(key))
    return acceptValue(schema, idText(value));
  if (key !== 'roles')
    return typeof value === 'string' ? acceptValue(schema, inUtc(value)) : undefined;
  const role = roleNameOf(value);
  // What else the service tells about the role is kept.
  return role && { value: role.name, ...(role.isMore && { unread: value }) };
}

/** RFC 3339 with an offset. A time without one is rejected: its zone is unknown. */
function inUtc(text: string): string | undefined {
  const hasOffset =
    /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text);
  const at = hasOffset ? Date.parse(text.replace(' ', 'T').toUpperCase()) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function readObject({ shape, catchall }: z.core.$ZodObjectDef, value: unknown): Read {
  if (!isObject(value)) return undefined;
  const known: Record<string, unknown> = {};
  const unread: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const field = readAs(schema, value[name], name);
    if (field === undefined) return undefined;
    if (field.value !== undefined) known[name] = field.value;
    if (field.unread !== undefined) unread[name] = field.unread;
  }
  // Other fields stay beside the known ones, unless the schema has no place for them.
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(shape, name));
  const isLoose = catchall !== undefined && (catchall as $ZodTypes)._zod.def.type !== 'never';
  for (const [name, other] of others) setOwn(isLoose ? known : unread, name, other);
  return { value: isEmpty(unread) ? known : { ...known, [moreKey]: unread } };
}

/** If nothing can be read of what an array contains, it is unknown and not empty. */
function readArray(element: $ZodType, value: unknown, key: string): Read {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const items = list.items.map((item: unknown) => [item, readAs(element, item, key)] as const);
  const values = items.flatMap(([, read]) => (read?.value === undefined ? [] : [read.value]));
  if (values.length === 0 && (items.length > 0 || !isEmpty(list.beside))) return undefined;
  const unread = items.flatMap(([item, read]) =>
    read === undefined ? [item] : (read.unread ?? []),
  );
  // Fields beside the entries belong to the array as a whole.
  if (!isEmpty(list.beside)) return { value: values, unread: value };
  return { value: values, ...(unread.length > 0 && { unread }) };
}

function readRecord(element: $ZodType, value: unknown): Read {
  if (!isObject(value)) return undefined;
  const known: Record<string, unknown> = {};
  const unread: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const read = readAs(element, given, name);
    if (read === undefined) setOwn(unread, name, given);
    else setOwn(known, name, read.value);
  }
  return { value: known, ...(!isEmpty(unread) && { unread }) };
}

/** A list under one of the names that services use. */
function readPage(schema: $ZodType, item: $ZodType, value: unknown, key: string): Read {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const entries = readArray(item, list.items, key) ?? { value: [], unread: list.items };
  if (Array.isArray(value) && entries.unread === undefined) return entries;
  const wrapper = readAs(wrapperOf(schema), { ...list.beside, data: [] }, '');
  const page = { ...(wrapper?.value as object | undefined), data: entries.value };
  const unread = {
    ...(Reflect.get(page, moreKey) as object | undefined),
    ...(entries.unread !== undefined && { entries: entries.unread }),
  };
  const nextPage = Reflect.has(page, 'nextCursor') ? undefined : nextPageIn(list.beside);
  return {
    value: {
      ...page,
      // Of this field, null means that nothing follows.
      ...(list.beside['nextCursor'] === null && { nextCursor: null }),
      ...(nextPage !== undefined && { nextCursor: nextPage, hasMore: true }),
      ...(!isEmpty(unread) && { [moreKey]: unread }),
    },
  };
}

/** The object form of a list, of the two that the contract allows. */
function wrapperOf(schema: $ZodType): $ZodType {
  const { def } = (schema as $ZodTypes)._zod;
  const forms = ((def as z.core.$ZodPipeDef).in as z.core.$ZodUnion)._zod.def.options;
  return forms[1] ?? schema;
}

/** Of several forms the one that reads the most; the first of equal ones. */
function leastUnread(readings: readonly Read[]): Read {
  const found = readings.filter((read) => read !== undefined);
  return (
    found.find((read) => unreadIn(read) === 0) ??
    found.toSorted((a, b) => unreadIn(a) - unreadIn(b))[0]
  );
}

function unreadIn({ value, unread }: Reading): number {
  const within = isObject(value)
    ? Object.keys((value[moreKey] as object | undefined) ?? {}).length
    : 0;
  return within + (unread === undefined ? 0 : 1);
}

/** The place of the issue of the closest alternative: a union by itself only says "invalid". */
function deepestPath([first]: readonly z.core.$ZodIssue[]): readonly PropertyKey[] {
  if (first === undefined) return [];
  if (first.code !== 'invalid_union') return first.path;
  const inner = first.errors
    .filter((alternative) => alternative.length > 0)
    .map(deepestPath)
    .toSorted((left, right) => right.length - left.length)[0];
  return inner === undefined ? first.path : [...first.path, ...inner];
}

/** A field named `__proto__` is a field. */
function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}
