import type { Endpoint } from '@annals/contracts/endpoint';
import { RawJson } from '@annals/rules/json/raw-json';
import { serviceOf } from '@annals/contracts/service-name';
import { isAnnounced } from './announced.ts';
import { NotOffered } from './errors.ts';
import { numberOfCursor } from './numbered-page.ts';
import type { Input } from './request.ts';

/** Parameters that change what is read: without them a service would return something else. */
const meaningful = new Set(['asOf', 'asHeld', 'changeSet']);

type Values = Readonly<Record<string, unknown>>;

/**
 * What is sent for a call: to a service of ours what the caller gives, to any other the call as the specification lists
 * it. A read loses the parameters that page, filter and sort it, which the caller then does itself; a write must not
 * contain more than is listed, because nothing that a person entered may be lost.
 * @throws NotOffered if the service is not known to have the call
 */
export function inputFor<Given extends Input>(row: Endpoint, input: Given): Given {
  if (isAnnounced(serviceOf(row.path))) return input;
  const form = row.specified;
  if (form === undefined) throw notListed();
  const query = definedIn(input.query);
  // A raw body is what the service itself told, and is sent back whole.
  const isRaw = input.body instanceof RawJson;
  if (isRaw && form.body !== undefined) throw notListed();
  const body = isRaw ? {} : definedIn(input.body);
  const isRead = row.requestClass === 'read';
  const others = (given: Values, names: readonly string[]) =>
    Object.keys(given).filter((name) => !names.includes(name));
  const names = form.query ?? [];
  const omitted = others(query, names);
  if (omitted.some((name) => !isRead || meaningful.has(name))) throw notListed();
  if (form.needs !== undefined && query[form.needs] === undefined) throw notListed();
  const bodyNames = form.body ?? Object.keys(body);
  if (!isRead && others(body, bodyNames).length > 0) throw notListed();
  return {
    ...input,
    query: { ...form.defaults, ...pick(withPage(query), names) },
    ...(input.body !== undefined &&
      !isRaw && { body: { ...form.bodyDefaults, ...pick(body, bodyNames) } }),
  };
}

/** Whether `inputFor` accepts the call. */
export function isListed(row: Endpoint, input: Input): boolean {
  try {
    inputFor(row, input);
    return true;
  } catch {
    return false;
  }
}

/** The cursor of a list that is paged by number stands for its page. */
function withPage(query: Values): Values {
  const numbered = numberOfCursor(query['cursor']);
  return numbered ? { ...query, page: numbered.page } : query;
}

const definedIn = (given: unknown): Values =>
  Object.fromEntries(
    Object.entries((given ?? {}) as Values).filter(([, value]) => value !== undefined),
  );

const pick = (given: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

function notListed(): NotOffered {
  return new NotOffered({
    status: 501,
    problem: { error: 'Not announced' },
    requestId: undefined,
  });
}
