export const id = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
export const path = `/v1/partitions/${id}`;

/** A partition that the caller owns. */
export const partition = {
  id,
  partitionName: 'Ledger',
  description: null,
  role: 'OWNER',
  timelineCount: 2,
  versionCount: 3,
  archivedDate: null as string | null,
  retentionDays: null,
  version: 4,
  types: [{ type: 'TAG', timelineCount: 2, versionCount: 3 }],
};

export const page = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });
