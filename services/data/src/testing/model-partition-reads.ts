import { expect } from 'vitest';
import { listObjectsOfUser, listPartitionsOfUser } from '@annals/contracts/data-users';
import { exportObjects } from '@annals/contracts/transfers';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import {
  getPartition,
  listMembers,
  partitionActivity,
  partitionAsOf,
  versionsPerDay,
} from '@annals/contracts/partitions';
import { limitsHeader, people } from './data-listener.ts';
import { readAllPages } from './read-all-pages.ts';
import { schemas } from './model-data.ts';
import type { ModelVersion } from './history-model.ts';
import type { ModelRead } from './model-reads.ts';
import { expectStatus } from './service-model.ts';
import { nameOf, shown, type PartitionModel } from './partition-model.ts';

function typesOf(partition: PartitionModel, asOf: string | undefined) {
  return partition.types(asOf).map(({ type, timelineCount, versionCount, schema }) => ({
    type,
    timelineCount,
    versionCount,
    jsonSchema: schema?.schema ? schemas[schema.schema].jsonSchema : null,
    version: schema?.version ?? 0,
    changedDate: schema?.changedDate ?? null,
    changedUserId: schema?.changedUserId ?? null,
  }));
}

/** With a token for the partitions of this run, to exclude those of other runs. */
const everywhere = ({ model }: ModelRead) => {
  const partitionIds = model.partitions.map(({ id }) => id);
  return {
    as: 'readsAll' as const,
    headers: { [limitsHeader]: JSON.stringify({ scopes: ['read'], partitionIds }) },
  };
};

/** Each compares one call about a partition or a user with the model. */
export const partitionReads = {
  partition: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, partition } = read;
    const answer = await service.call(getPartition, { as, params, query });
    const exists = partition.existedAt(asOf);
    expectStatus(answer, exists ? 200 : 404);
    if (!exists) return;
    const recent = history.recent(asOf);
    expect(answer.body).toMatchObject({
      timelineCount: history.heads(asOf).length,
      versionCount: recent.length,
      lastChangeDate: recent[0]?.modificationDate ?? null,
      types: history.types(asOf),
    });
    const state = partition.stateAt(asOf);
    if (!state) return;
    expect(answer.body.partitionName).toBe(state.name);
    expect(answer.body.archivedDate !== null).toBe(state.archived);
    const role = state.members.find(({ userId }) => userId === people[as].userId)?.role ?? null;
    expect(answer.body.role).toBe(role);
  },

  members: async (read: ModelRead) => {
    const { service, as, params, asOf, partition, pageSize } = read;
    const state = partition.stateAt(asOf);
    if (!state) return;
    const found = await readAllPages(service, listMembers, {
      as,
      params,
      query: { asOf, pageSize },
    });
    expect(found.map(({ userId, role, sinceDate }) => ({ userId, role, sinceDate }))).toEqual(
      state.members,
    );
  },

  types: async (read: ModelRead) => {
    const { service, as, params, asOf, type = 'ALPHA', partition, whole } = read;
    const changes = whole.schemas.map(({ changedDate }) => ({
      expected: typesOf(whole, changedDate),
      query: { asOf: changedDate },
    }));
    for (const { expected, query } of [
      { expected: typesOf(partition, asOf), query: read.query },
      ...changes,
    ]) {
      const answer = await service.call(listObjectTypes, { as, params, query });
      expect(answer.body.data).toEqual(expected);
      const one = await service.call(getObjectType, { as, params: { ...params, type }, query });
      const found = expected.find((each) => each.type === type);
      expectStatus(one, found ? 200 : 404);
      if (found) expect(one.body).toEqual(found);
    }
  },

  perDay: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const { body } = await service.call(versionsPerDay, { as, params, query });
    expect(body.data).toHaveLength(30);
    if (asOf !== undefined) expect(body.data.at(-1)?.day).toBe(asOf.slice(0, 10));
    const dates = history.recent(asOf).map(({ modificationDate }) => modificationDate);
    for (const { day, versionCount } of body.data)
      expect({ day, versionCount }).toEqual({
        day,
        versionCount: dates.filter((date) => date.startsWith(day)).length,
      });
  },

  activity: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const { body } = await service.call(partitionActivity, { as, params, query });
    const dates = history.recent(asOf).map(({ modificationDate }) => modificationDate);
    for (const [index, { from, versionCount }] of body.data.entries()) {
      const next = body.data[index + 1]?.from ?? '9999';
      expect({ from, versionCount }).toEqual({
        from,
        versionCount: dates.filter((date) => date >= from && date < next).length,
      });
    }
    const sum = body.data.reduce((all, { versionCount }) => all + versionCount, 0);
    expect(sum).toBe(dates.length);
  },

  exported: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, pageSize, type, yes } = read;
    const found = await readAllPages(service, exportObjects, {
      as,
      params,
      query: { ...query, pageSize, type, history: !yes },
    });
    const expected = history.exported({
      ...(asOf === undefined ? {} : { asOf }),
      ...(type === undefined ? {} : { type }),
      newestOnly: yes,
    });
    expect(found).toEqual(expected);
  },

  recordedAndHeld: async (read: ModelRead) => {
    const { service, as, params, asOf, whole } = read;
    if (asOf === undefined) return;
    const { body } = await service.call(partitionAsOf, { as, params, query: { asOf } });
    const recorded = whole.history.recent(asOf);
    const held = whole.history.heldAt(asOf).recent(asOf);
    const later = recorded.slice(0, recorded.length - held.length);
    const importOf = (version: ModelVersion | undefined) =>
      version
        ? {
            importedDate: version.importedDate,
            importedUserId: version.importedUserId,
            importedUserName: nameOf(version.importedUserId ?? undefined) ?? null,
          }
        : null;
    expect(body).toEqual({
      recordedVersionCount: recorded.length,
      heldVersionCount: held.length,
      firstImport: importOf(later.at(-1)),
      lastImport: importOf(later[0]),
    });
  },

  ofUser: async (read: ModelRead) => {
    const { partitions, service, query, asOf, pageSize, who = 'editor' } = read;
    const { userId } = people[who];
    const found = await readAllPages(service, listPartitionsOfUser, {
      ...everywhere(read),
      params: { userId },
      query: { ...query, pageSize },
    });
    for (const partition of partitions) {
      const row = found.find(({ id }) => id === partition.id);
      const written = partition.history.recent(asOf, undefined, userId);
      const state = partition.stateAt(asOf);
      if (!state) continue;
      const member = state.members.find((one) => one.userId === userId);
      expect(row).toEqual(
        member || written.length > 0
          ? {
              id: partition.id,
              partitionName: state.name,
              role: member?.role ?? null,
              sinceDate: member?.sinceDate ?? null,
              versionCount: written.length,
              lastWrittenDate: written[0]?.modificationDate ?? null,
            }
          : undefined,
      );
    }
  },

  objectsOfUser: async (read: ModelRead) => {
    const { partitions, service, query, asOf, pageSize, who = 'editor' } = read;
    const { userId } = people[who];
    const found = await readAllPages(service, listObjectsOfUser, {
      ...everywhere(read),
      params: { userId },
      query: { ...query, pageSize: Math.max(pageSize, 5) },
    });
    const expected = partitions.flatMap(({ id, state, history }) =>
      history
        .recent(asOf, undefined, userId)
        .map((version) => Object.assign(shown(id, version), { partitionName: state.name })),
    );
    const place = (one: { modificationDate: string; partitionId: string; sequence: number }) =>
      `${one.modificationDate} ${one.partitionId} ${String(one.sequence).padStart(9, '0')}`;
    expect(found).toEqual(
      expected.toSorted((left, right) => (place(left) < place(right) ? 1 : -1)),
    );
  },
};
