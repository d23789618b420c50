import {
  changeOrganizationalUnit,
  getOrganizationalUnit,
  listOrganizationalUnits,
} from '@annals/contracts/organizational-units';
import type { Endpoint } from '@annals/contracts/endpoint';
import { jsonParts, type JsonPart } from '@annals/rules/json/json-parts';
import { RawJson } from '@annals/rules/json/raw-json';
import { isObject } from '@annals/rules/json-values';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { isAnnounced } from '../../platform/api/announced.ts';
import { call, sendAsWritten } from '../../platform/api/call.ts';
import { envelopeIn } from '../../platform/api/envelope.ts';
import {
  CallError,
  ContractError,
  type ContractProblem,
  NotAuthenticated,
} from '../../platform/api/errors.ts';
import { idText } from '../../platform/api/id-text.ts';
import { listIn, tellsNothing } from '../../platform/api/lists-of-services.ts';
import type { Reply } from '../../platform/api/proxy.ts';
import { errorMessage } from '../../ui/feedback/error-message.ts';
import { bodyOf, type UnitValues } from './unit-form.ts';
import { useUnitTexts } from './units.texts.ts';

/**
 * Saves the form of a unit. The call replaces the unit, so a service of another vendor, which may store fields that the
 * form does not know, gets back every field that it tells, exactly as it tells it, with the new name.
 */
export async function replaceUnit(
  organizationalUnitId: string,
  values: UnitValues,
  version?: number,
): Promise<OrganizationalUnit> {
  const params = { organizationalUnitId };
  if (isAnnounced('authentication'))
    return call(changeOrganizationalUnit, { params, body: bodyOf(values) }, { ifMatch: version });
  const stored = await readStoredUnit(organizationalUnitId);
  const name = { name: 'name', text: JSON.stringify(bodyOf(values).name) };
  return call(changeOrganizationalUnit, { params, body: objectOf(mergeFields(stored, [name])) });
}

/**
 * All fields that a service tells about a unit, as they are written: the call for one unit may tell its id and name only.
 */
async function readStoredUnit(organizationalUnitId: string): Promise<readonly JsonPart[]> {
  const params = { organizationalUnitId };
  const [one, all] = await Promise.all([
    sendAsWritten(getOrganizationalUnit, { params, query: { include: ['id', 'name'] } }),
    readList(),
  ]);
  const unit = envelopeIn(getOrganizationalUnit, one.body)?.thing ?? one.body;
  if (!isUnit(unit)) throw unreadable(getOrganizationalUnit, 'noUnit', one);
  const own = jsonParts(textOf(unit, one)).parts;
  if (tellsNothing(all.body)) return own;
  const list = listIn(all.body);
  if (list === undefined) throw unreadable(listOrganizationalUnits, 'noUnits', all);
  const same = list.items.filter(
    (each) => isObject(each) && idText(each['id']) === organizationalUnitId,
  );
  // Whatever else it says: it is a part of the units, or tells this one's id in another form.
  if (same.length === 0) throw unreadable(listOrganizationalUnits, 'unitMissing', all);
  const told = same.map((each) => jsonParts(textOf(each, all)).parts);
  return [...told, own].reduce((fields, more) => mergeFields(fields, more), []);
}

/** Not what wraps a unit: its name would be added beside it. */
const isUnit = (body: unknown): boolean =>
  isObject(body) && (typeof body['name'] === 'string' || body['name'] === null);

/** A refusal of the list says that it is about the list: the person has asked for something else. */
async function readList(): Promise<Reply> {
  try {
    return await sendAsWritten(listOrganizationalUnits, {});
  } catch (error) {
    if (!(error instanceof CallError) || error instanceof NotAuthenticated) throw error;
    const message = useUnitTexts.now().listNotRead(errorMessage(error));
    const { status, requestId, problem } = error;
    throw new CallError({ status, requestId, problem: { error: problem.error, message } });
  }
}

/** The text of a value that was read in a response. */
function textOf(value: unknown, { body, text }: Reply): string {
  let found: { value: unknown; text: string } = { value: body, text };
  for (const name of pathTo(value, body) ?? []) {
    const inner = (found.value as Record<string, unknown>)[name];
    const { parts } = jsonParts(found.text);
    // The last of several with the same name is the one that was read.
    const part = Array.isArray(found.value)
      ? parts[Number(name)]
      : parts.findLast((each) => each.name === name);
    found = { value: inner, text: part?.text ?? '{}' };
  }
  return found.text;
}

/** The names that lead to an object or a list. */
function pathTo(value: unknown, from: unknown): string[] | undefined {
  if (from === value) return [];
  if (typeof from !== 'object' || from === null) return undefined;
  for (const [name, inner] of Object.entries(from)) {
    const rest = pathTo(value, inner);
    if (rest) return [name, ...rest];
  }
  return undefined;
}

/** The fields of one object, with those of another in place of those with the same name. */
function mergeFields(
  fields: readonly JsonPart[],
  others: readonly JsonPart[],
): readonly JsonPart[] {
  const names = new Set(others.map(({ name }) => name));
  return [...fields.filter(({ name }) => !names.has(name)), ...others];
}

const objectOf = (fields: readonly JsonPart[]): object =>
  new RawJson(`{${fields.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`);

const unreadable = ({ method, path }: Endpoint, problem: ContractProblem, { requestId }: Reply) =>
  new ContractError(`${method} ${path}`, '', problem, requestId);
