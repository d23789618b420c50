import { testEventType } from '@annals/contracts/webhooks';
import type { Database } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import type { ObjectProof } from '@annals/proofs/bundle';
import { messageIdOf } from '@annals/kit/webhooks/deliveries';
import type { Message } from '@annals/kit/webhooks/send-message';
import { findNames } from '../data-users/data-users.sql.ts';
import type { Checkpoints } from '../log/checkpoints.ts';
import { receiptIn } from '../log/log-entries.ts';
import { findEntries } from '../log/log-entries.sql.ts';
import { proveObject } from '../log/object-proof.ts';
import { findVersion } from '../objects/reads.sql.ts';
import { changedValues, missingIn } from '../log-events/changed-values.ts';
import type { LogEvent } from '../log-events/log-events.sql.ts';
import { objectVersionOf } from '../versions/version.ts';
import type { WebhookKey, WebhookSettings } from './webhooks.sql.ts';

interface MessageContext {
  database: Database;
  checkpoints: Checkpoints;
}

type MessageOptions = WebhookKey & Pick<WebhookSettings, 'includeData' | 'includeProof'>;

/**
 * The message about a log entry, created from what is stored now, so without what was erased since. Undefined for an
 * entry that cannot be read, which only corruption can cause.
 */
export async function messageOf(
  context: MessageContext,
  webhook: MessageOptions,
  { index, eventType, objectId }: LogEvent,
): Promise<Message | undefined> {
  const { partitionId } = webhook;
  const message =
    objectId === null
      ? await entryFields(context, webhook, index)
      : await versionFields(context, webhook, objectId);
  if (!message) return undefined;
  const { timestamp, data } = message;
  const body = { type: eventType, timestamp, data: { partitionId, index, ...data } };
  return { id: messageIdOf(webhook, index), body: JSON.stringify(body) };
}

/** A message without content, to try an address. */
export function testMessageOf({ partitionId, webhookId }: WebhookKey, id: string): Message {
  const timestamp = new Date().toISOString();
  const body = { type: testEventType, timestamp, data: { partitionId, webhookId } };
  return { id: `msg_${id}`, body: JSON.stringify(body) };
}

interface EventMessage {
  timestamp: string;
  data: object;
}

/** For an entry other than a version. */
async function entryFields(
  { database }: MessageContext,
  webhook: MessageOptions,
  index: number,
): Promise<EventMessage | undefined> {
  const {
    entries: [entry],
  } = await findEntries(database, webhook.partitionId, { from: index, to: index + 1 });
  const author = async (userId: string) => ({
    userId,
    name: (await findNames(database, [userId]))[userId] ?? null,
  });
  switch (entry?.kind) {
    case undefined:
    case 'VERSION':
      return undefined;
    case 'SCHEMA': {
      const { schemaType: objectType, schemaVersion: version, jsonSchema, changedDate } = entry;
      if (objectType === null) return undefined;
      const data = {
        objectType,
        version,
        author: await author(entry.changedUserId),
        removed: jsonSchema === null,
        ...(webhook.includeData ? { jsonSchema } : {}),
      };
      return { timestamp: changedDate, data };
    }
    case 'ERASURE': {
      const receipt = entry.note === null ? undefined : receiptIn(entry.note);
      if (!receipt) return undefined;
      const data = {
        timelineId: receipt.timelineId,
        receipt: receipt.receipt,
        author: await author(receipt.erasedUserId),
        reason: receipt.reason,
        legalBasis: receipt.legalBasis,
        ...(webhook.includeProof ? { note: entry.note } : {}),
      };
      return { timestamp: receipt.erasedDate, data };
    }
    case 'POLICY': {
      const { version, rules, breakGlass, changedDate, changedUserId } = entry.entry;
      const data = {
        version,
        author: await author(changedUserId),
        ...(webhook.includeData ? { rules, breakGlass } : {}),
      };
      return { timestamp: changedDate, data };
    }
    case 'CHANGE_SET': {
      const { changeSetId, operationCount, committedDate, committedUserId } = entry.entry;
      const { automatic, breakGlassReason, approvals } = entry.entry;
      const data = {
        changeSetId,
        operationCount,
        author: await author(committedUserId),
        automatic,
        breakGlassReason,
        approvedBy: approvals.map(({ userId }) => userId),
      };
      return { timestamp: committedDate, data };
    }
  }
}

async function versionFields(
  context: MessageContext,
  webhook: MessageOptions,
  objectId: string,
): Promise<EventMessage | undefined> {
  const { partitionId, includeData, includeProof } = webhook;
  const version = await findVersion(context.database, partitionId, objectId);
  if (!version) return undefined;
  const before =
    version.predecessorId === null
      ? undefined
      : await findVersion(context.database, partitionId, version.predecessorId);
  const proof = includeProof ? await proofOf(context, partitionId, version.id) : null;
  const object = objectVersionOf(partitionId, version);
  const { objectData: _, ...objectWithoutData } = object;
  // The data can be a megabyte, so a message contains it once.
  const containsData = includeData || proof !== null;
  const changes = changedValues(before?.objectData ?? {}, version.objectData);
  const data = {
    sequence: version.seq,
    timelineId: version.timelineId,
    objectId: version.id,
    objectType: version.type,
    modificationCount: version.modificationCount,
    predecessorId: version.predecessorId,
    author: { userId: version.modificationUserId, name: version.modificationUserName },
    importedDate: version.importedDate,
    reason: version.reason,
    ...(version.reasonReceipt ? { reasonReceipt: version.reasonReceipt } : {}),
    changeSetId: version.changeSetId,
    changes: containsData ? changes.map(({ after: __, ...change }) => change) : changes,
    referencesAdded: missingIn(before?.references ?? [], version.references),
    referencesRemoved: missingIn(version.references, before?.references ?? []),
    ...(version.erased ? { erased: version.erased } : {}),
    ...(before?.erased ? { erasedBefore: before.erased } : {}),
    ...(includeData ? { object: proof ? objectWithoutData : object } : {}),
    ...(includeProof ? { proof } : {}),
  };
  return { timestamp: version.modificationDate, data };
}

/** Null if its receipts are too long for one response: it can be read separately. */
async function proofOf(
  { database, checkpoints }: MessageContext,
  partitionId: string,
  objectId: string,
): Promise<ObjectProof | null> {
  const wanted = { partitionId, objectId, since: undefined, serviceSize: undefined };
  try {
    return await proveObject(database, checkpoints, wanted);
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
}
