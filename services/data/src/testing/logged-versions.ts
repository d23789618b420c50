import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { recentObjects, type ObjectVersion } from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import { toBase64, toHex } from '@annals/proofs/bytes';
import { entryLeaf, versionLeaf } from '@annals/proofs/log-entry';
import { Frontier, treeHash } from '@annals/proofs/merkle-tree';
import { propertiesOf } from '@annals/proofs/properties';
import { unpackLeaves } from '@annals/proofs/stored-leaves';
import { propertyHash, versionRoot } from '@annals/proofs/version-tree';
import type { Listener } from './data-listener.ts';
import { readAllPages } from './read-all-pages.ts';

interface LogColumns {
  root: Uint8Array | null;
  leaves: Uint8Array | null;
  logIndex: number | null;
}

/**
 * Computes the roots of all versions of a partition from the responses of its reads, and the tree and tiles of its log
 * from those, and expects the stored ones to be equal.
 * @returns the kinds of the log entries in order
 */
export async function expectLogged(
  database: Database,
  service: Listener,
  partitionId: string,
): Promise<string[]> {
  const shown = await readAllPages(service, recentObjects, {
    as: 'reader',
    params: { partitionId },
    query: { pageSize: 500 },
  });
  const stored = new Map(
    (
      await database.query<LogColumns & { id: string }>(
        sql`select object_id as id, root, leaves, log_index as "logIndex" from data.version
          where partition_id = ${partitionId}`,
      )
    ).map((row) => [row.id, row]),
  );
  const entries = await schemaEntries(database, partitionId);
  const salts = new Set<string>();
  let saltCount = 0;
  const roots = new Map<string, string>();
  for (const version of shown.toReversed()) {
    const { root, leaves, logIndex } = stored.get(version.id) ?? {};
    const unpacked = leaves ? unpackLeaves(leaves) : undefined;
    if (!root || !unpacked || typeof logIndex !== 'number')
      throw new Error(`The version ${version.id} is not in the log.`);
    const properties = propertiesOf(documentOf(version), unpacked.depth);
    expect(unpacked.leaves).toHaveLength(properties.length);
    const hashes = properties.map((property, index) => {
      const leaf = unpacked.leaves[index];
      if (!leaf || !('salt' in leaf)) throw new Error('A leaf has no salt.');
      const salt = toHex(leaf.salt);
      salts.add(salt);
      saltCount += 1;
      return propertyHash(salt, property);
    });
    const made = versionRoot(headerOf(version, roots), hashes);
    expect(toBase64(root)).toBe(toBase64(made));
    roots.set(version.id, toBase64(made));
    expect(entries[logIndex]).toBeUndefined();
    entries[logIndex] = { kind: 'VERSION', leaf: versionLeaf(made) };
  }
  expect(salts.size).toBe(saltCount);
  await expectLog(database, partitionId, entries, shown.length);
  return entries.map(({ kind }) => kind);
}

interface Entry {
  kind: string;
  leaf: Uint8Array;
}

async function schemaEntries(database: Database, partitionId: string): Promise<Entry[]> {
  const rows = await database.query<{
    logIndex: number;
    stored: Uint8Array;
    type: string;
    version: number;
    jsonSchema: Record<string, unknown> | null;
    changedDate: string;
    changedUserId: string;
  }>(
    sql`select log_index as "logIndex", leaf as stored, type, version, json_schema as "jsonSchema",
        changed_date as "changedDate", changed_user_id as "changedUserId"
      from data.log_entry join data.type_schema using (partition_id, type)
      where partition_id = ${partitionId} and version = schema_version`,
  );
  const entries: Entry[] = [];
  for (const { logIndex, stored, ...entry } of rows) {
    const leaf = entryLeaf({ kind: 'SCHEMA', ...entry });
    expect(toHex(stored)).toBe(toHex(leaf));
    entries[logIndex] = { kind: 'SCHEMA', leaf };
  }
  return entries;
}

async function expectLog(
  database: Database,
  partitionId: string,
  entries: Entry[],
  versionCount: number,
): Promise<void> {
  const leaves = Array.from(entries, (entry) => entry.leaf);
  const frontier = new Frontier();
  for (const leaf of leaves) frontier.append(leaf);
  const heads = await database.query<{ frontier: Uint8Array }>(
    sql`select size, frontier, version_count as "versionCount" from data.log_head where partition_id = ${partitionId}`,
  );
  expect(heads).toEqual([
    { size: leaves.length, versionCount, frontier: Buffer.from(frontier.toBytes()) },
  ]);
  const tiles = await database.query<{ tile: number; hashes: Uint8Array; root: Uint8Array }>(
    sql`select tile, hashes, root from data.log_tile where partition_id = ${partitionId} and level = 0 order by tile`,
  );
  expect(tiles).toHaveLength(Math.floor(leaves.length / 256));
  for (const [index, { tile, hashes, root }] of tiles.entries()) {
    const own = leaves.slice(index * 256, (index + 1) * 256);
    expect(tile).toBe(index);
    expect(Buffer.from(hashes).equals(Buffer.concat(own))).toBe(true);
    expect(toHex(root)).toBe(toHex(treeHash(own)));
  }
}

const documentOf = ({ objectData, references, reason }: ObjectVersion) => ({
  objectData,
  references,
  reason,
});

function headerOf(version: ObjectVersion, roots: ReadonlyMap<string, string>) {
  const text = (value: string | null | undefined) => value ?? '';
  const { predecessorId, endedDate } = version;
  return {
    partitionId: text(version.partitionId),
    timelineId: text(version.timelineId),
    id: version.id,
    type: text(version.type),
    modificationCount: version.modificationCount ?? 0,
    predecessorId,
    predecessorRoot: predecessorId === null ? null : (roots.get(predecessorId) ?? ''),
    genesisDate: text(version.genesisDate),
    genesisUserId: text(version.genesisUserId),
    modificationDate: text(version.modificationDate),
    modificationUserId: text(version.modificationUserId),
    endedDate,
    importedDate: version.importedDate ?? null,
    importedUserId: version.importedUserId ?? null,
    changeSetId: version.changeSetId ?? null,
  };
}
