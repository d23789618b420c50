import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { Endpoint } from '@annals/contracts/endpoint';
import { shapeOf } from '@annals/contracts/inner-schemas';
import { itemOf } from '@annals/contracts/page';
import { isObject, type JsonObject } from '@annals/rules/json-values';
import { listIn } from './lists-of-services.ts';

/** A single thing in a response, and the fields beside it that say something. */
export interface Envelope {
  thing: JsonObject;
  beside: JsonObject;
}

const wrappers = new Set(['data', 'item', 'result', 'content', 'response', 'payload']);

/**
 * The thing that a response wraps once: as `data` or the like, or under its own name (`{"user": {…}}`). Any other
 * object in a response is what belongs to the thing, and so is one that tells less of it than what is around it.
 */
export function envelopeIn(endpoint: Endpoint, body: unknown): Envelope | undefined {
  const { path, response } = endpoint;
  const shape = fieldsOfThing(response);
  if (shape === undefined || isForToken(endpoint) || !isObject(body)) return undefined;
  const tell = (fields: object) =>
    Object.entries(fields).filter(([name, value]) => value !== null && Object.hasOwn(shape, name))
      .length;
  const [found, ...others] = Object.entries(body).filter(
    ([name, value]) =>
      !Object.hasOwn(shape, name) && isObject(value) && tell(value) > 0 && isWrapper(name, path),
  );
  if (found === undefined || others.length > 0) return undefined;
  const [name, thing] = found as [string, JsonObject];
  const beside = Object.fromEntries(
    Object.entries(body).filter(([other, value]) => other !== name && value !== null),
  );
  const isAround = Object.hasOwn(beside, 'id') || tell(beside) >= tell(thing);
  return isAround ? undefined : { thing, beside };
}

/** A list that a response wraps under its own name (`{"users": […]}`), as if under `data`; undefined if there is none. */
export function ownListIn({ path }: Endpoint, body: unknown): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  const lists = Object.entries(body).flatMap(([name, value]) => {
    const list = listIn(value);
    return list ? [{ name, ...list }] : [];
  });
  const [found] = lists;
  if (found === undefined || lists.length > 1 || !isWrapper(found.name, path)) return undefined;
  const { [found.name]: _list, ...beside } = body;
  return { ...beside, ...found.beside, data: found.items };
}

/** Whether a response is read for the access token in it, which counts at the top level only. */
export function isForToken({ response }: Endpoint): boolean {
  return Object.hasOwn(fieldsOfThing(response) ?? {}, 'accessToken');
}

/** The fields of what is returned alone, perhaps in place of a list. */
function fieldsOfThing(response: $ZodType): Readonly<Record<string, $ZodType>> | undefined {
  const { def } = (response as $ZodTypes)._zod;
  const forms = def.type === 'union' ? def.options : [response];
  return shapeOf(forms.find((form) => itemOf(form) === undefined));
}

function isWrapper(name: string, path: string): boolean {
  if (wrappers.has(name)) return true;
  const segments = path.split('/').filter((segment) => /^[a-z-]+$/.test(segment));
  const collection = segments.findLast((segment) => segment.endsWith('s')) ?? segments.at(-1) ?? '';
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  // `unit` is an organizational unit too, and `users` is a list of users.
  const singular = plain(name).replace(/s$/, '');
  return singular.length > 3 && plain(collection).replace(/s$/, '').endsWith(singular);
}
