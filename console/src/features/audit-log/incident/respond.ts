import { revokeToken } from '@annals/contracts/api-tokens';
import { revokeApplicationToken } from '@annals/contracts/applications';
import { revertWrites } from '@annals/contracts/change-sets';
import { startEvidence } from '@annals/contracts/evidence';
import { listReadsOfAll } from '@annals/contracts/read-records';
import { listTransfers } from '@annals/contracts/transfers';
import { endUserSessions, listUserSessions } from '@annals/contracts/user-administration';
import { call } from '../../../platform/api/call.ts';
import { invalidate } from '../../../platform/api/query.ts';
import { currentLanguage } from '../../../platform/texts.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { tokenPagesOf } from '../../../domain/tokens/token-pages.ts';
import { invalidateUsers } from '../../../domain/users/invalidate-users.ts';
import { readsInput } from './incident.queries.ts';
import { type Incident, personOf } from './incident-search.ts';

export interface NamedPartition {
  id: string;
  partitionName: string;
}

/** Something that was created in a partition. */
export interface CreatedIn extends NamedPartition {
  created: string;
}

interface Credentials {
  sessions: number;
  tokenIds: string[];
}

/** What ends: of a token only itself, of anybody else all sessions and tokens. */
export async function findCredentials(incident: Incident): Promise<Credentials> {
  const person = personOf(incident);
  if (!person) return { sessions: 0, tokenIds: [] };
  if (incident.kind === 'token') return { sessions: 0, tokenIds: [incident.id] };
  const [sessions, tokenIds] = await Promise.all([
    person.kind === 'application' ? 0 : countSessions(person.id),
    findWorkingTokens(person),
  ]);
  return { sessions, tokenIds };
}

/** Without the one of whoever asks. */
async function countSessions(userId: string): Promise<number> {
  const { data } = await call(listUserSessions, { params: { userId } });
  return data.filter(({ current }) => !current).length;
}

/** Another service may not say whether a token has expired: it then ends too. */
async function findWorkingTokens(owner: NonNullable<Incident['owner']>): Promise<string[]> {
  const found: string[] = [];
  for await (const { data } of tokenPagesOf(owner))
    found.push(...data.flatMap(({ id, expired }) => (expired ? [] : id)));
  return found;
}

export async function endCredentials(incident: Incident): Promise<void> {
  const person = personOf(incident);
  if (!person) return;
  const { sessions, tokenIds } = await findCredentials(incident);
  try {
    if (sessions > 0) await call(endUserSessions, { params: { userId: person.id } });
    for (const tokenId of tokenIds)
      await (person.kind === 'application'
        ? call(revokeApplicationToken, { params: { applicationId: person.id, tokenId } })
        : call(revokeToken, { params: { tokenId } }));
  } finally {
    // Also if only some of the calls succeeded.
    await invalidateUsers();
  }
}

/** A change set in each partition. @returns those that were created, until one fails */
export async function proposeReverts(
  incident: Incident,
  partitions: readonly NamedPartition[],
  title: string,
  onCreated: (created: CreatedIn) => void,
): Promise<void> {
  const person = personOf(incident);
  if (!person) return;
  const { from, to } = incident;
  for (const partition of partitions) {
    const params = { partitionId: partition.id, userId: person.id };
    const { id } = await call(revertWrites, { params, body: { from, to, title } });
    onCreated({ ...partition, created: id });
    void invalidateChangeSets(partition.id);
  }
}

/** The most reads that are looked through for their partitions. */
const mostReads = 10_000;
const readsTogether = 500;

/** The partitions of which versions were read, of many more reads than the page shows. */
export async function findReadPartitions(
  incident: Incident,
): Promise<{ partitions: NamedPartition[]; onlyNewest: number | undefined }> {
  const { query } = readsInput(incident);
  const found = new Map<string, NamedPartition>();
  let cursor: string | undefined;
  for (let read = 0; read < mostReads; read += readsTogether) {
    const page = await call(listReadsOfAll, {
      query: { ...query, cursor, pageSize: readsTogether },
    });
    for (const { partitionId: id, partitionName } of page.data)
      found.set(id, { id, partitionName });
    if (page.nextCursor === null) return { partitions: [...found.values()], onlyNewest: undefined };
    cursor = page.nextCursor;
  }
  return { partitions: [...found.values()], onlyNewest: mostReads };
}

/** A job in each partition, which creates the file. */
export async function makeEvidence(
  partitions: readonly NamedPartition[],
  onCreated: (created: CreatedIn) => void,
): Promise<void> {
  for (const partition of partitions) {
    const params = { partitionId: partition.id };
    const { id } = await call(startEvidence, { params, body: { language: currentLanguage() } });
    onCreated({ ...partition, created: id });
  }
  void invalidate(listTransfers);
}
