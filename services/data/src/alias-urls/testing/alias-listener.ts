import sql from 'sql-template-tag';
import {
  aliasUrlsOf,
  changeAliasUrl,
  createAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
  visitAliasUrl,
  type AliasTarget,
} from '@annals/contracts/alias-urls';
import type { BodyOf, QueryOf } from '@annals/contracts/endpoint';
import { createObject } from '@annals/contracts/objects';
import { createPartition } from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import { limitsHeader, startListener } from '../../testing/data-listener.ts';
import type { Limits, Listener, Sender } from '../../testing/data-listener.ts';

export const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const permissions = ['alias-urls:read', 'alias-urls:write'] as const;
/** Administrators of everything, and of units: the reader and the editor of the partition. */
const administrators = {
  master: { as: 'writesAll', more: { permissions: [...permissions], scope: 'all' } },
  unitAdmin: { as: 'reader', more: { permissions: [...permissions], scope: 'unit' } },
  unitEditor: { as: 'editor', more: { permissions: [...permissions], scope: 'unit' } },
} as const;
type Administrator = keyof typeof administrators;

export function by(
  name: Administrator,
  limits: Limits = {},
  headers: Record<string, string> = {},
): Sender {
  const { as, more } = administrators[name];
  return { as, headers: { ...headers, [limitsHeader]: JSON.stringify({ more, ...limits }) } };
}

export const url = (written: string): AliasTarget => ({ kind: 'URL', url: written });

async function makeObject(service: Listener, partitionId: string) {
  const { body } = await service.call(createObject, {
    as: 'owner',
    params: { partitionId },
    body: { type: 'TAG', objectData: {} },
  });
  return { objectId: body.id, timelineId: body.timelineId ?? '' };
}

type NewAlias = Partial<BodyOf<typeof createAliasUrl>>;

/** A listener with targets for aliases, and the calls about them. */
export async function startAliases(database: Database) {
  const aliasHosts = ['docs.example.org', '*.example.com'];
  const service = await startListener(database, { aliasHosts });
  const partitionId = await service.makePartition();
  const made = await makeObject(service, partitionId);
  const object = { kind: 'OBJECT', partitionId, objectId: made.objectId } as const;
  const timeline = { kind: 'TIMELINE', partitionId, timelineId: made.timelineId } as const;
  // A partition that only the owner can open.
  const { body: other } = await service.call(createPartition, {
    as: 'owner',
    body: { partitionName: 'Other' },
  });
  const { objectId } = await makeObject(service, other.id);
  const foreign = { kind: 'OBJECT', partitionId: other.id, objectId } as const;

  let count = 0;
  const nextAlias = () => `alias-${(count += 1)}`;
  const create = (body: NewAlias = {}, as: Administrator = 'master') =>
    service.call(createAliasUrl, {
      ...by(as),
      body: { alias: nextAlias(), target: object, ...body },
    });
  return {
    service,
    partitionId,
    object,
    timeline,
    foreign,
    nextAlias,
    create,
    makeAlias: async (body: NewAlias = {}, as: Administrator = 'master') =>
      (await create(body, as)).body.alias,
    change: (
      alias: string,
      body: BodyOf<typeof changeAliasUrl>,
      as: Administrator = 'master',
      headers: Record<string, string> = {},
    ) => service.call(changeAliasUrl, { ...by(as, {}, headers), query: { alias }, body }),
    reactivate: (alias: string, as: Administrator = 'master') =>
      service.call(reactivateAliasUrl, { ...by(as), query: { alias } }),
    visit: (alias: string) => service.call(visitAliasUrl, { query: { alias } }),
    look: (alias: string) => service.call(visitAliasUrl, { query: { alias, count: 'false' } }),
    find: (alias: string, as: Administrator = 'master', limits: Limits = {}) =>
      service.call(listAliasUrls, { ...by(as, limits), query: { alias } }),
    names: async (
      query: Partial<QueryOf<typeof listAliasUrls>>,
      as: Administrator = 'master',
      limits: Limits = {},
    ) => {
      const { body } = await service.call(listAliasUrls, { ...by(as, limits), query });
      return aliasUrlsOf(body).data.map(({ alias }) => alias);
    },
    expire: (alias: string) =>
      database.query(
        sql`update data.alias_url set expiry_date = '2020-01-01T00:00:00Z' where alias = ${alias}`,
      ),
  };
}

export type Aliases = Awaited<ReturnType<typeof startAliases>>;
