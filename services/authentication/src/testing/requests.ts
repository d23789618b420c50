import { routePattern } from '@annals/kit/mount';
import type { Endpoint } from '@annals/contracts/endpoint';
import { namingInPath, parametersOf, sampleOf, type SampleContext } from './sample-inputs.ts';
import type { ResourceLocation } from './access-fixture.ts';

/** The part of a call that is tested, and where the resource it names is. */
export interface CallTarget {
  where: string;
  place: ResourceLocation;
}

export interface Request {
  path: string;
  body: unknown;
  /** Everything that identifies resources and may appear in a response. */
  named: string[];
}

const textOf = (written: unknown) =>
  typeof written === 'string' ? written : JSON.stringify(written);

/** A request in which everything belongs to the administrator, except the tested part. */
export async function requestFor(
  asking: SampleContext,
  endpoint: Endpoint,
  { where, place }: CallTarget,
  isShared: boolean,
): Promise<Request> {
  const { fixture, caller } = asking;
  const { body: makeBody, namings = {} } = sampleOf(endpoint);
  const named: string[] = [];
  const enclosing: Record<string, string> = {};
  let path = routePattern(endpoint.path);
  for (const parameter of parametersOf(endpoint)) {
    const { kind, as, otherwise } = namingInPath(endpoint, parameter);
    const isLookedAt = where === 'path' || where === `path.${parameter}`;
    if (!isLookedAt && otherwise !== undefined) {
      path = path.replace(`:${parameter}`, otherwise);
      continue;
    }
    // A missing resource inside another one belongs to a different one.
    const inside = where === 'path' || place === 'own' ? enclosing : {};
    const wanted = { kind, caller, place: isLookedAt ? place : 'own', enclosing: inside } as const;
    const id = await fixture.resource(wanted, isShared);
    enclosing[parameter] = id;
    const written = textOf(as?.(id, fixture) ?? id);
    named.push(id, written);
    path = path.replace(`:${parameter}`, encodeURIComponent(written));
  }
  const query = new URLSearchParams();
  const body: Record<string, unknown> = { ...(await makeBody?.(asking)) };
  for (const [each, { kind, as, always, with: rest }] of Object.entries(namings)) {
    const isLookedAt = each === where;
    const [part = '', name = ''] = each.split('.');
    if (part === 'path' || !(isLookedAt || always)) continue;
    // A CSV is the whole body.
    if (where === 'body.csv' && !isLookedAt) continue;
    const wanted = { kind, caller, place: isLookedAt ? place : 'own', enclosing: {} } as const;
    const id = await fixture.resource(wanted, isShared);
    const written = as?.(id, fixture) ?? id;
    named.push(id, textOf(written));
    if (part === 'query') query.append(name, textOf(written));
    else Object.assign(body, rest?.(), { [name]: written });
  }
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return { path: path + asked, body: endpoint.body && body, named };
}
