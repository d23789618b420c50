import { testEventType } from '@annals/contracts/webhooks';
import type { Database } from '@annals/kit/database/database';
import { withoutLimits } from '@annals/kit/limits/steps';
import { Problem } from '@annals/kit/problem';
import { messageIdOf } from '@annals/kit/webhooks/deliveries';
import type { Message } from '@annals/kit/webhooks/send-message';
import { findNames } from '../data-users/data-users.sql.ts';
import type { Checkpoints } from '../log/checkpoints.ts';
import { receiptIn } from '../log/log-entries.ts';
import { findEntries } from '../log/log-entries.sql.ts';
import { writeProof } from '../log/object-proof.ts';
import { findWideOrNot } from '../log/proven-version.sql.ts';
import type { LogEvent } from '../log-events/log-events.sql.ts';
import type { MessageThread } from './message-thread.ts';
import { writeVersion } from './version-json.ts';
import type { WebhookKey, WebhookSettings } from './webhooks.sql.ts';

interface MessageContext {
  database: Database;
  checkpoints: Checkpoints;
  thread: MessageThread;
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
      ? await entryMessage(context, webhook, index)
      : await versionMessage(context, webhook, objectId);
  if (!message) return undefined;
  const { timestamp, json } = message;
  const begun = JSON.stringify({ type: eventType, timestamp, data: { partitionId, index } });
  return { id: messageIdOf(webhook, index), body: `${begun.slice(0, -2)},${json.slice(1)}}` };
}

/** A message without content, to try an address. */
export function testMessageOf({ partitionId, webhookId }: WebhookKey, id: string): Message {
  const timestamp = new Date().toISOString();
  const body = { type: testEventType, timestamp, data: { partitionId, webhookId } };
  return { id: `msg_${id}`, body: JSON.stringify(body) };
}

interface EventMessage {
  timestamp: string;
  /** Of the fields besides partition and index. */
  json: string;
}

/** For an entry other than a version. */
async function entryMessage(
  context: MessageContext,
  webhook: MessageOptions,
  index: number,
): Promise<EventMessage | undefined> {
  const fields = await entryFields(context, webhook, index);
  return fields && { timestamp: fields.timestamp, json: JSON.stringify(fields.data) };
}

async function entryFields(
  { database }: MessageContext,
  webhook: MessageOptions,
  index: number,
): Promise<{ timestamp: string; data: object } | undefined> {
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

/** For a version. The values of a wide one are compared and proven in a thread. */
async function versionMessage(
  context: MessageContext,
  { partitionId, includeData, includeProof }: MessageOptions,
  objectId: string,
): Promise<EventMessage | undefined> {
  const { database, thread } = context;
  const version = await findWideOrNot(database, partitionId, objectId);
  if (!version) return undefined;
  const { predecessorId } = version;
  const before =
    predecessorId === null ? undefined : await findWideOrNot(database, partitionId, predecessorId);
  const proof = includeProof ? await proofOf(context, partitionId, version.id) : null;
  const order = { partitionId, version, before, includeData, hasProof: proof !== null };
  const isWide = [version, before].some((each) => each && 'objectDataText' in each);
  const json = isWide ? await thread.write(order) : writeVersion(order);
  return {
    timestamp: version.modificationDate,
    json: includeProof ? `${json.slice(0, -1)},"proof":${String(proof)}}` : json,
  };
}

/** The JSON; null if its receipts are too long for one response: it can be read separately. */
async function proofOf(
  { database, checkpoints, thread: wideVersions }: MessageContext,
  partitionId: string,
  objectId: string,
): Promise<string | null> {
  const query = { partitionId, objectId, since: undefined, serviceSize: undefined };
  try {
    const proof = await writeProof(database, { checkpoints, wideVersions }, query, withoutLimits);
    return proof.text.toString();
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
}
