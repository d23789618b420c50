import type { SignaturePayload } from '../approval-signature.ts';
import type { ChangeSetEntry } from '../log-entry.ts';
import { TestLog } from './test-log.ts';
import { TestSigner } from './test-signature.ts';

const signer = new TestSigner();

/** A signature on a change set. */
function signedBy(
  entry: ChangeSetEntry,
  userId: string,
  method: SignaturePayload['method'],
): ChangeSetEntry['approvals'][number] {
  const { partitionId, changeSetId, revision, operationCount, root, committedDate } = entry;
  const statement = {
    format: 'annals-signature/1' as const,
    partitionId,
    changeSetId,
    revision,
    operationCount,
    root,
    userId,
    name: 'Mira Master',
    meaning: 'RESPONSIBLE' as const,
    signedDate: committedDate,
  };
  const payload = method === 'PASSKEY' ? signer.byPasskey(statement) : signer.byPassword(statement);
  return {
    userId,
    approvedDate: committedDate,
    signature: { jws: signer.jws(payload), key: signer.key },
  };
}

/** A small log with everything a log can contain: consecutive versions, schemas, an erasure, an end. */
export interface SampleLog {
  log: TestLog;
  /** Versions without erased values. */
  whole: string[];
  /** Versions with erased values, and the numbers of the receipts. */
  erased: { objectId: string; receipts: number[] }[];
}

export function makeLog(seed: number | string): SampleLog {
  const log = new TestLog(seed);
  log.putSchema('ACCOUNT', { type: 'object', properties: { name: { type: 'string' } } });
  log.putPolicy();
  const changeSetId = log.id();
  const first = log.append({
    changeSetId,
    objectData: {
      name: 'Ada Lovelace',
      mail: 'ada@example.org',
      limits: { day: 500, month: 1e4 },
      tags: ['a', 'b'],
    },
  });
  const other = log.append({
    objectData: {
      name: 'Grace',
      'a/b': 0.1,
      'm~n': null,
      '': false,
      empty: {},
      none: [],
      like: { 0: 'x', 1: 'y' },
    },
    reason: 'Ordered by Grace',
    changeSetId,
    references: [{ name: 'owner', timelineId: first, type: 'ACCOUNT', objectId: first }],
  });
  log.commit(changeSetId, (entry) => [
    { userId: log.id(), approvedDate: entry.committedDate, signature: null },
    signedBy(entry, log.id(), 'PASSKEY'),
    signedBy(entry, log.id(), 'PASSWORD_AND_CODE'),
  ]);
  const second = log.append({
    timelineId: first,
    objectData: {
      name: 'Ada King',
      mail: 'ada@example.org',
      limits: { day: 700, month: 1e4 },
      tags: ['b', 'a'],
    },
    reason: 'She has married.',
  });
  log.putSchema('ACCOUNT', null);
  const large = log.append({
    objectData: Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `part${at}`,
        Array.from({ length: 9 }, (_unused, of) => at * of),
      ]),
    ),
  });
  const receipt = log.erase(
    [first, second].map((objectId) => ({ objectId, pointer: '/objectData/mail' })),
  );
  const again = log.erase([{ objectId: second, pointer: '/objectData/limits/day' }]);
  const ended = log.end(first);
  const last = log.append({
    timelineId: other,
    objectData: { name: 'Grace Hopper', 'a/b': -2.5e-7 },
  });
  return {
    log,
    whole: [other, large, last],
    erased: [
      { objectId: first, receipts: [receipt] },
      { objectId: second, receipts: [receipt, again] },
      { objectId: ended, receipts: [receipt, again] },
    ],
  };
}
