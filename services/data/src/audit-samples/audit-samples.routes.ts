import { uuidv7 } from 'uuidv7';
import {
  announceSample,
  concludeItem,
  drawSample,
  getSample,
  getSampleResult,
  listSamples,
  signSample,
  type AuditSampleDetail,
} from '@annals/contracts/audit-samples';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { badField, conflict, forbidden, notFound } from '@annals/kit/problem';
import { commitmentOf, sampleAlgorithm } from '@annals/proofs/audit-sample';
import { toBase64 } from '@annals/proofs/bytes';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { FindSignatureKey } from '../change-sets/signing.ts';
import { executeOnce } from '../idempotency/idempotency.ts';
import { showing } from '../versions/shown-versions.ts';
import { readLog } from '../log/checkpoints.ts';
import * as table from './audit-samples.sql.ts';
import { acceptAuditSignature } from './audit-signature.ts';
import type { SampleProofs } from './sample-proofs.ts';

export interface AuditSampleOptions {
  /** Undefined: there is no log of events, so nobody could check an announcement. */
  proofs: SampleProofs | undefined;
  signatureKey: FindSignatureKey;
  trail: AuditTrail;
}

const maxUnsigned = 100;

export function mountAuditSamples(
  mount: Mount,
  database: Database,
  { proofs, signatureKey, trail }: AuditSampleOptions,
): void {
  const provable = (): SampleProofs => {
    if (!proofs) throw conflict('no_log_of_events', say('samplesNeedLog'));
    return proofs;
  };

  const detailOf = async (
    queryable: Queryable,
    key: table.SampleKey,
    caller: Caller,
    titles?: 'with titles',
  ): Promise<AuditSampleDetail> => {
    const row = await sampleOf(queryable, key);
    const items = row.number === null ? [] : await table.findItems(queryable, key, titles);
    const draw = row.number === null ? undefined : await provable().readDraw(queryable, row);
    const mayBeSigned =
      row.userId === caller.userId &&
      row.signature === null &&
      items.length > 0 &&
      items.every(({ conclusion }) => conclusion !== null);
    return {
      ...showSample(row),
      number: row.number,
      eventsCheckpoint: draw?.checkpoint ?? null,
      algorithm: [...sampleAlgorithm],
      items,
      signing:
        draw && mayBeSigned
          ? {
              sampleId: row.id,
              partitionId: row.partitionId,
              itemCount: items.length,
              root: await provable().conclusionsRootOf(queryable, row, items),
            }
          : null,
    };
  };

  mount(listSamples, async ({ params: { partitionId }, query, queryable }) => {
    const range = table.samplesNewestFirst.rangeOf(query);
    const rows = await table.findSamples(queryable, partitionId, range);
    return table.samplesNewestFirst.pageOf(rows, query, showSample);
  });

  mount(announceSample, async ({ params: { partitionId }, body, caller, idempotency, request }) =>
    database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        provable();
        const { userId } = caller;
        if ((await table.countUnsignedSamples(transaction, { partitionId, userId })) >= maxUnsigned)
          throw conflict('too_many_samples', say('tooManySamples', { count: maxUnsigned }));
        const { size, root } = await readLog(transaction, partitionId);
        const since = databaseMoment(body.since);
        const from =
          since === undefined
            ? 0
            : await table.findFirstSince(transaction, partitionId, since, size);
        const { count, commitment } = body;
        if (count > size - from) {
          throw badField('body.count', say('tooFewEntries', { count: size - from }));
        }
        const id = uuidv7();
        const sample = { id, size, root: toBase64(root), from, count, commitment };
        const key = { partitionId, sampleId: id };
        await table.insertSample(transaction, { ...sample, ...key, userId });
        await trail.record(transaction, { caller, request }, partitionId, {
          action: 'auditSample.announced',
          after: { sample },
        });
        return detailOf(transaction, key, caller);
      }),
    ),
  );

  mount(getSample, async ({ params, caller, queryable }) => {
    const detail = await detailOf(queryable, params, caller, 'with titles');
    const objectIds = detail.items.flatMap(({ objectId }) => objectId ?? []);
    const shown = [{ objectIds, count: () => objectIds.length }];
    if (detail.eventsCheckpoint !== null || !proofs) return showing(detail, shown);
    const announced = await proofs.readAnnounced(await sampleOf(queryable, params));
    return showing({ ...detail, eventsCheckpoint: announced ?? null }, shown);
  });

  mount(drawSample, async ({ params, body: { number }, caller, request }) => {
    const before = await ownSample(database, params, caller);
    if (commitmentOf(number) !== before.commitment) {
      throw badField('body.number', say('numberNotAnnounced'));
    }
    if (before.number !== null) return detailOf(database, params, caller);
    const drawn = await provable().draw(before, number);
    if (!drawn) throw conflict('not_recorded_yet', say('notYetLogged'));
    return database.transaction(async (transaction) => {
      await table.lockSample(transaction, params);
      const now = await sampleOf(transaction, params);
      if (now.number === null) {
        await table.writeDraw(transaction, params, { number, ...drawn });
        await trail.record(transaction, { caller, request }, params.partitionId, {
          action: 'auditSample.drawn',
          after: { sample: { id: params.sampleId, number, entries: drawn.indexes } },
        });
      }
      return detailOf(transaction, params, caller);
    });
  });

  mount(concludeItem, async ({ params: { index, ...key }, body, caller }) =>
    database.transaction(async (transaction) => {
      await table.lockSample(transaction, key);
      requireUnsigned(await ownSample(transaction, key, caller));
      const item = { ...body, index: Number(index) };
      if (!(await table.writeConclusion(transaction, key, item)))
        throw notFound('entry of the sample');
    }),
  );

  mount(signSample, async ({ params, body, caller, request }) =>
    database.transaction(async (transaction) => {
      await table.lockSample(transaction, params);
      requireUnsigned(await ownSample(transaction, params, caller));
      const { signing, findingCount } = await detailOf(transaction, params, caller);
      if (!signing) throw conflict('not_concluded', say('notConcluded'));
      const signature = await acceptAuditSignature(signatureKey, body.signature, signing, caller);
      await table.writeSignature(transaction, params, signature);
      const { sampleId: id, itemCount: count, root } = signing;
      await trail.record(transaction, { caller, request }, params.partitionId, {
        action: 'auditSample.signed',
        after: { sample: { id, count, findings: findingCount, root } },
      });
      return detailOf(transaction, params, caller);
    }),
  );

  mount(getSampleResult, async ({ params, queryable, reply }) => {
    const row = await sampleOf(queryable, params);
    if (row.signature === null) throw conflict('not_signed', say('sampleNotSigned'));
    reply.header(
      'content-disposition',
      `attachment; filename="audit-result-${params.sampleId}.json"`,
    );
    return provable().resultOf(queryable, row, await table.findItems(queryable, params));
  });
}

async function sampleOf(queryable: Queryable, key: table.SampleKey): Promise<table.SampleRow> {
  const row = await table.findSample(queryable, key);
  if (!row) throw notFound('sample');
  return row;
}

async function ownSample(
  queryable: Queryable,
  key: table.SampleKey,
  { userId }: Caller,
): Promise<table.SampleRow> {
  const row = await sampleOf(queryable, key);
  if (row.userId !== userId) throw forbidden(say('onlyAuditor'));
  return row;
}

function requireUnsigned({ signature }: table.SampleRow): void {
  if (signature !== null) throw conflict('already_signed', say('sampleSigned'));
}

const showSample = (row: table.SampleRow) => ({
  id: row.id,
  partitionId: row.partitionId,
  state: stateOf(row),
  userId: row.userId,
  userName: row.userName,
  announcedDate: row.announcedDate,
  drawnDate: row.drawnDate,
  signedDate: row.signedDate,
  from: row.from,
  size: row.size,
  root: row.root,
  count: row.count,
  commitment: row.commitment,
  concludedCount: row.concludedCount,
  findingCount: row.findingCount,
});

const stateOf = ({ number, signature }: table.SampleRow) => {
  if (number === null) return 'ANNOUNCED' as const;
  return signature === null ? ('DRAWN' as const) : ('SIGNED' as const);
};
