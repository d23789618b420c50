import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createObject } from '@annals/contracts/objects';
import { createWebhook, replayWebhook } from '@annals/contracts/webhooks';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { startListener, type Listener } from '../testing/data-listener.ts';
import { wideLeaves } from './wide-version.ts';

/** A busy machine may take this long. */
const patient = { timeout: 90_000 };

/** Of the test itself: the client, the check of responses and the receiver parse what they get. */
const ownPlaces = /wide-places\.test|kit\/src\/mount|kit\/src\/testing|data-listener/;

describe.each(testDatabases())('a wide version, $kind', patient, ({ open }) => {
  let database: Database;
  let receiver: WebhookReceiver;
  let service: Listener;
  let partitionId: string;
  let objectId: string;
  const objectData = Object.fromEntries(
    Array.from({ length: wideLeaves / 16 }, (_, index) => [`value ${index} – ä`, `text ${index}`]),
  );

  beforeAll(async () => {
    database = await open();
    receiver = await WebhookReceiver.start();
    service = await startListener(database, {
      webhooks: { hosts: [receiver.host], pollEveryMs: 10 },
    });
    partitionId = await service.makePartition('Wide');
    const first = await write({});
    ({ id: objectId } = await write({ timelineId: first.timelineId, predecessorId: first.id }));
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await service.close();
    await receiver.close();
    await database.close();
  });

  async function write(more: object) {
    const data = 'predecessorId' in more ? { ...objectData, more: 'changed' } : objectData;
    const body = { type: 'WIDE', objectData: data, references: [], ...more };
    const params = { partitionId };
    const answer = await service.call(createObject, { as: 'editor', params, body });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  /** Finds where the thread of the server reads or writes the JSON of wide data. */
  function watchJson(): string[] {
    const places: string[] = [];
    const { parse, stringify } = JSON;
    const note = (text: unknown) => {
      if (typeof text !== 'string' || text.length < wideLeaves) return;
      const { stack = '' } = new Error('Wide');
      if (!ownPlaces.test(stack)) places.push(stack);
    };
    vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
      note(text);
      return parse(text, reviver) as unknown;
    });
    vi.spyOn(JSON, 'stringify').mockImplementation(((...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      note(text);
      return text;
    }) as typeof stringify);
    return places;
  }

  const fetchBytes = async (path: string, accept = 'application/json') => {
    const response = await fetch(`${service.origin}/v1/partitions/${partitionId}/${path}`, {
      headers: { authorization: 'Bearer reader', accept },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  };

  /** The last message that a new webhook with these settings sends. */
  async function receive(settings: { includeData: boolean; includeProof: boolean }) {
    receiver.reset();
    const { status, body } = await service.call(createWebhook, {
      as: 'owner',
      params: { partitionId },
      body: { url: receiver.url, eventTypes: ['object.created', 'object.changed'], ...settings },
    });
    expect(status).toBe(201);
    await service.call(replayWebhook, {
      as: 'owner',
      params: { partitionId, webhookId: body.id },
      body: { sequence: 1 },
    });
    await vi.waitFor(() => expect(receiver.accepted).toHaveLength(2), patient);
    return receiver.accepted[1];
  }

  it.each<[place: string, run: () => Promise<unknown>]>([
    ['its proof', async () => fetchBytes(`objects/${objectId}/proof`)],
    ['the entries of the log', async () => fetchBytes('log/entries')],
    ['an export', async () => fetchBytes('export', 'application/x-ndjson')],
    ['the change feed', async () => fetchBytes('changes')],
    ['the version itself', async () => fetchBytes(`objects/${objectId}`)],
    ['evidence', async () => fetchBytes('evidence', 'application/zip')],
    ['a message with proof', async () => receive({ includeData: false, includeProof: true })],
    ['a message with data', async () => receive({ includeData: true, includeProof: false })],
    ['a message without both', async () => receive({ includeData: false, includeProof: false })],
  ])('is not parsed, proven or written by the thread of the server for %s', async (_, run) => {
    const places = watchJson();
    await run();
    expect(places).toEqual([]);
  });

  it('is proven in messages as for the API', async () => {
    const sent = await receive({ includeData: true, includeProof: true });
    const proof = sent?.data['proof'];
    expect(proof).toMatchObject({ version: { id: objectId, objectData: { more: 'changed' } } });
    expect(verifyObjectProof(proof).verdict).toEqual({ verdict: 'INTACT' });
    // Data only once.
    expect(sent?.data).toMatchObject({
      partitionId,
      objectId,
      changes: [{ path: '/more' }],
      object: { id: objectId },
    });
    expect(sent?.data['object']).not.toHaveProperty('objectData');
  });
});
