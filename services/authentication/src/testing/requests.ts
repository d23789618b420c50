import { routePattern } from '@annals/kit/mount';
import type { Endpoint } from '@annals/contracts/endpoint';
import { namingInPath, parametersOf, sampleOf, type Asking } from './sample-inputs.ts';
import type { Place } from './world.ts';

/** What of a call is looked at, and where the thing is that it names there. */
export interface Looking {
  where: string;
  place: Place;
}

export interface Request {
  path: string;
  body: unknown;
  /** All that stands for things, as it may come back in an answer. */
  named: string[];
}

const textOf = (written: unknown) =>
  typeof written === 'string' ? written : JSON.stringify(written);

/** A request in which all that is named is the administrator's own, but for what is looked at. */
export async function requestFor(
  asking: Asking,
  endpoint: Endpoint,
  { where, place }: Looking,
  isShared: boolean,
): Promise<Request> {
  const { world, caller } = asking;
  const { body: makeBody, namings = {} } = sampleOf(endpoint);
  const named: string[] = [];
  const made: Record<string, string> = {};
  let path = routePattern(endpoint.path);
  for (const parameter of parametersOf(endpoint)) {
    const { kind, as, otherwise } = namingInPath(endpoint, parameter);
    const isLookedAt = where === 'path' || where === `path.${parameter}`;
    if (!isLookedAt && otherwise !== undefined) {
      path = path.replace(`:${parameter}`, otherwise);
      continue;
    }
    // what is inside of something else and is not there to be found belongs to another one
    const inside = where === 'path' || place === 'own' ? made : {};
    const wish = { kind, caller, place: isLookedAt ? place : 'own', made: inside } as const;
    const id = await world.thing(wish, isShared);
    made[parameter] = id;
    const written = textOf(as?.(id, world) ?? id);
    named.push(id, written);
    path = path.replace(`:${parameter}`, encodeURIComponent(written));
  }
  const query = new URLSearchParams();
  const body: Record<string, unknown> = { ...(await makeBody?.(asking)) };
  for (const [each, { kind, as, always, with: rest }] of Object.entries(namings)) {
    const isLookedAt = each === where;
    const [part = '', name = ''] = each.split('.');
    if (part === 'path' || !(isLookedAt || always)) continue;
    // a CSV stands alone
    if (where === 'body.csv' && !isLookedAt) continue;
    const wish = { kind, caller, place: isLookedAt ? place : 'own', made: {} } as const;
    const id = await world.thing(wish, isShared);
    const written = as?.(id, world) ?? id;
    named.push(id, textOf(written));
    if (part === 'query') query.append(name, textOf(written));
    else Object.assign(body, rest?.(), { [name]: written });
  }
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return { path: path + asked, body: endpoint.body && body, named };
}
