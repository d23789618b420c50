import {
  changeOrganizationalUnit,
  getOrganizationalUnit,
  listOrganizationalUnits,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import type { Endpoint } from '@annals/contracts/endpoint';
import { isAnnounced } from '../../api/announced.ts';
import { call, sendAsWritten } from '../../api/call.ts';
import { CallError, ContractError, NotAuthenticated } from '../../api/errors.ts';
import { listIn, saysWhole } from '../../api/lists-of-services.ts';
import type { Reply } from '../../api/proxy.ts';
import { errorMessage } from '../../shared/feedback/error-message.ts';
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
  const body = { ...stored, name: bodyOf(values).name };
  return call(changeOrganizationalUnit, { params, body });
}

/** All fields that a service tells about a unit: the call for one unit may tell its id and name only. */
async function readStoredUnit(organizationalUnitId: string): Promise<object> {
  const params = { organizationalUnitId };
  const [one, all] = await Promise.all([
    sendAsWritten(getOrganizationalUnit, { params, query: { include: ['id', 'name'] } }),
    readList(),
  ]);
  if (!isObject(one.body)) throw unreadable(getOrganizationalUnit, 'not a unit', one);
  if (tellsNothing(all.body)) return one.body;
  const list = listIn(all.body);
  if (list === undefined) throw unreadable(listOrganizationalUnits, 'not a list of units', all);
  const same = list.items.filter(isObject).find(({ id }) => String(id) === organizationalUnitId);
  if (same === undefined && !saysWhole(list.beside, list.items.length))
    throw unreadable(listOrganizationalUnits, 'possibly a part that lacks the unit', all);
  return { ...same, ...one.body };
}

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

const unreadable = ({ method, path }: Endpoint, why: string, { requestId }: Reply) =>
  new ContractError(
    `${method} ${path}`,
    '',
    `${why}, so the unit cannot be replaced without losing something`,
    requestId,
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tellsNothing = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (isObject(body) && Object.values(body).every((value) => value === null));
