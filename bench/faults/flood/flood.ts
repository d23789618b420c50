import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, loadavg, setPriority } from 'node:os';
import { WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import { SharedSession } from '../ledger/session.ts';
import { Tally } from '../ledger/tally.ts';
import { Caller } from '../caller.ts';
import { pause } from '../pause.ts';
import type { ScriptOptions } from '../options.ts';
import { writeResult } from '../result.ts';
import { ServerProcess } from '../server-process.ts';
import { openStore, selectDatabases, type DatabaseKind } from '../store.ts';
import { attacks, type Targets } from './attacks.ts';
import type { FloodOrder } from './flooder.ts';
import { createTargets, type CreatePartition, type Version } from './targets.ts';
import { TokenClient } from './token-client.ts';

/** The maximum factor by which the p99 of the other users may grow. */
const maxP99Ratio = 2;
/** The memory limit in deploy/annals.service. */
const memoryLimitKb = 2 * 1024 * 1024;
/** A webhook message of another user arrives within this time, during a flood too. */
const maxDeliveryMs = 2_000;
const slowReceiverMs = 9_000;
/** A message that takes longer counts with this time. */
const maxMeasuredMs = 30_000;
const otherCount = 4;
const deliveryPauseMs = 250;
const maxChangePages = 1_000;

interface FloodOptions extends ScriptOptions {
  attack: string | undefined;
}

interface Receivers {
  /** Answers at once. */
  fast: WebhookReceiver;
  /** Answers after 9 seconds. */
  slow: WebhookReceiver;
}

interface Participants extends Targets {
  /** The other users, each with their own partition. */
  others: { client: TokenClient; partition: string; timelines: string[] }[];
}

type Created = { id: string };

async function setUp(server: ServerProcess, { fast, slow }: Receivers): Promise<Participants> {
  const master = new Caller(server.origin);
  while (!server.output.includes('Ready.')) await pause(10);
  await new SharedSession(new Tally()).setUp(master, server.output);
  const post = async <Body>(url: string, data: unknown) =>
    master.must<Body>({ method: 'POST', url, data });
  const clients: TokenClient[] = [];
  for (let index = 0; index <= otherCount; index += 1) {
    const { id } = await post<Created>('/v1/applications', {
      name: `Program ${index}`,
      roles: ['USER'],
    });
    const { token } = await post<{ token: string }>(`/v1/applications/${id}/tokens`, {
      description: 'Flood',
      scopes: ['read', 'write', 'admin'],
    });
    clients.push(new TokenClient(server.origin, id, token));
  }
  const createPartition: CreatePartition = async (owner, partitionName) => {
    const { id } = await post<Created>('/v1/partitions', { partitionName });
    await master.must({
      method: 'PUT',
      url: `/v1/partitions/${id}/users/${owner.id}`,
      data: { role: 'OWNER' },
    });
    return id;
  };
  const [attacker, ...rest] = clients;
  if (!attacker) throw new Error('There is no attacker.');
  const targets = {
    ...(await createTargets(attacker, createPartition)),
    slowReceiver: slow.url,
  };
  const others = [];
  for (const [index, client] of rest.entries()) {
    const partition = await createPartition(client, `Work ${index}`);
    others.push({ client, partition, timelines: await createNotes(client, partition) });
    await client.must('POST', `/v1/partitions/${partition}/webhooks`, {
      url: fast.url,
      eventTypes: ['object.created'],
      objectTypes: ['HOOKED'],
    });
  }
  return { ...targets, others };
}

/** @returns the timelines of the notes */
async function createNotes(client: TokenClient, partition: string): Promise<string[]> {
  const jsonSchema = { type: 'object', properties: { count: { type: 'integer' } } };
  await client.must('PUT', `/v1/partitions/${partition}/types/NOTE`, { jsonSchema });
  const timelines: string[] = [];
  for (let note = 0; note < 200; note += 1) {
    const { timelineId } = await client.must<Version>(
      'POST',
      `/v1/partitions/${partition}/objects`,
      {
        type: 'NOTE',
        objectData: { title: `Note ${note}`, text: `word${note % 20} of a note`, count: note },
        references: [],
      },
    );
    timelines.push(timelineId);
  }
  return timelines;
}

interface Figures {
  calls: number;
  failed: number;
  p50: number;
  p99: number;
}

interface Measured {
  /** The duration of each call in milliseconds. */
  took: number[];
  failed: number;
}

function figuresOf({ took, failed }: Measured): Figures {
  const sorted = took.toSorted((left, right) => left - right);
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { calls: sorted.length, failed, p50: at(0.5), p99: at(0.99) };
}

/** The work of the other users: read, list, search and write, one call after another. */
async function work(participants: Participants, seconds: number): Promise<Measured> {
  const took: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    participants.others.map(async ({ client, partition, timelines }) => {
      for (let round = 0; performance.now() < end; round += 1) {
        const timeline = timelines[(round * 7) % timelines.length] ?? '';
        const base = `/v1/partitions/${partition}`;
        const calls: [string, string, unknown?][] = [
          ['GET', `${base}/timelines/${timeline}/objects/latest`],
          ['POST', `${base}/objects/search?pageSize=20`, { type: 'NOTE' }],
          ['GET', `${base}/indices/search-text?text=word${round % 20}&pageSize=20`],
          ['GET', `${base}/objects/recent?pageSize=20`],
          [
            'POST',
            `${base}/objects`,
            { type: 'NOTE', objectData: { title: 'New', count: round }, references: [] },
          ],
        ];
        const call = calls[round % calls.length];
        if (!call) continue;
        const began = performance.now();
        const { status, text } = await client.call(...call);
        took.push(performance.now() - began);
        if (status < 200 || status > 299) {
          failed += 1;
          console.error(`${call[0]} ${call[1]}: ${status} ${text.slice(0, 200)}`);
        }
        // People and programs pause between calls; without pauses, four of them would be a flood themselves.
        await pause(20);
      }
    }),
  );
  return { took, failed };
}

/**
 * Prepares an attack in another process. It has a lower priority than the server, as if it came from another machine.
 */
async function prepareFlood(
  origin: string,
  { attacker, others: _others, ...targets }: Participants,
  attack: string,
) {
  const flooder = fork(new URL('flooder.ts', import.meta.url));
  if (flooder.pid !== undefined) setPriority(flooder.pid, constants.priority.PRIORITY_LOW);
  await once(flooder, 'message');
  const { id, token } = attacker;
  return {
    start: () =>
      void flooder.send({
        ...targets,
        origin,
        attacker: { id, token },
        attack,
      } satisfies FloodOrder),
    /** Returns the number of responses per status. */
    stop: async () => {
      const reported = once(flooder, 'message');
      flooder.send('stop');
      const [statuses] = (await reported) as [Record<string, number>];
      flooder.kill();
      return statuses;
    },
  };
}

async function peakMemoryKb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Whether a reader who waits for a change receives it while someone else holds as many long polls as they can. */
async function changeIsReported({ others }: Participants): Promise<boolean> {
  const [one] = others;
  if (!one) return false;
  const changes = `/v1/partitions/${one.partition}/changes`;
  const read = async (query: string) =>
    one.client.must<{ data: object[]; nextCursor: string }>('GET', `${changes}?${query}`);
  let { nextCursor } = await read('after=now');
  const written = one.client.must('POST', `/v1/partitions/${one.partition}/objects`, {
    type: 'NOTE',
    objectData: { title: 'Waited for' },
    references: [],
  });
  // The others write into this partition, too.
  for (let page = 0; page < maxChangePages; page += 1) {
    const { data, nextCursor: next } = await read(`after=${nextCursor}&wait=20`);
    if (JSON.stringify(data).includes('Waited for')) {
      await written;
      return true;
    }
    nextCursor = next;
  }
  return false;
}

/** How long webhook messages of the others take to arrive, in milliseconds. */
async function measureDeliveries(
  { others }: Participants,
  fast: WebhookReceiver,
  seconds: number,
): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; performance.now() < end; round += 1) {
    const other = others[round % others.length];
    if (!other) break;
    const began = performance.now();
    const { id } = await other.client.must<Created>(
      'POST',
      `/v1/partitions/${other.partition}/objects`,
      { type: 'HOOKED', objectData: {}, references: [] },
    );
    const arrived = fast.until(() => fast.accepted.some(({ data }) => data['objectId'] === id));
    await Promise.race([arrived, pause(maxMeasuredMs)]);
    took.push(performance.now() - began);
    await pause(deliveryPauseMs);
  }
  return took;
}

interface Phase {
  work: Measured;
  deliveries: number[];
}

/** What the others experience for some seconds. */
async function measurePhase(
  participants: Participants,
  fast: WebhookReceiver,
  seconds: number,
): Promise<Phase> {
  const [measured, deliveries] = await Promise.all([
    work(participants, seconds),
    measureDeliveries(participants, fast, seconds),
  ]);
  return { work: measured, deliveries };
}

const deliveryFigures = (took: readonly number[]) => {
  const sorted = took.toSorted((left, right) => left - right);
  return {
    messages: sorted.length,
    p50: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    longest: Math.round(sorted.at(-1) ?? 0),
  };
};

async function runOn(
  database: DatabaseKind,
  {
    seconds,
    port,
    attack: wanted = '',
  }: { seconds: number; port: number; attack: string | undefined },
): Promise<boolean> {
  const store = await openStore(database);
  const receivers = { fast: await WebhookReceiver.start(), slow: await WebhookReceiver.start() };
  receivers.slow.defaultReaction = (_, response) =>
    void setTimeout(() => response.end(), slowReceiverMs);
  const hosts = `${receivers.fast.host},${receivers.slow.host}`;
  const server = new ServerProcess({
    port,
    variables: { ...store.variables, WEBHOOK_HOSTS: hosts, SIGNUP: 'example.org' },
  });
  const faults: string[] = [];
  const figures: Record<string, unknown> = {};
  try {
    await server.ready();
    const participants = await setUp(server, receivers);
    const measure = async (duration: number) =>
      measurePhase(participants, receivers.fast, duration);
    await measure(seconds);
    const runs: { name: string; quiet: Phase; flooded: Figures; after: Figures }[] = [];
    for (const name of Object.keys(attacks).filter((each) => each.includes(wanted))) {
      const quiet = await measure(seconds);
      const flood = await prepareFlood(server.origin, participants, name);
      // From the first call of the attack, which may take most while nobody has limited it yet.
      flood.start();
      const [phase, isReported] = await Promise.all([
        measure(seconds),
        name === 'long polls' ? changeIsReported(participants) : true,
      ]);
      const statuses = await flood.stop();
      const flooded = figuresOf(phase.work);
      const after = figuresOf((await measure(Math.max(3, seconds / 3))).work);
      runs.push({ name, quiet, flooded, after });
      const deliveries = deliveryFigures(phase.deliveries);
      figures[name] = {
        quiet: { ...figuresOf(quiet.work), deliveries: deliveryFigures(quiet.deliveries) },
        flooded: { ...flooded, deliveries },
        after,
        floodResponses: statuses,
        loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      };
      const { p99 } = figuresOf(quiet.work);
      console.log(
        `${database}, ${name}: p99 ${p99} → ${flooded.p99} → ${after.p99} ms, webhooks of others ${deliveries.p50} ms, at most ${deliveries.longest} ms, load average ${loadavg()[0]?.toFixed(1)}`,
      );
      if (!isReported) faults.push(`${name}: another reader did not receive a change`);
      if (deliveries.longest > maxDeliveryMs)
        faults.push(`${name}: a webhook message of another user took ${deliveries.longest} ms`);
      if (statuses['500']) faults.push(`${name}: ${statuses['500']} × 500`);
    }
    // A single quiet phase has only a few dozen calls above its p99; all phases together are reliable enough to
    // compare with.
    const baseline = figuresOf({
      took: runs.flatMap(({ quiet }) => quiet.work.took),
      failed: runs.reduce((sum, { quiet }) => sum + quiet.work.failed, 0),
    });
    figures['quiet'] = baseline;
    const ratios: Record<string, number> = {};
    for (const { name, flooded, after } of runs) {
      const ratio = Math.round((flooded.p99 / baseline.p99) * 100) / 100;
      ratios[name] = ratio;
      if (flooded.failed + after.failed > 0)
        faults.push(`${name}: ${flooded.failed + after.failed} calls of others failed`);
      if (ratio > maxP99Ratio) faults.push(`${name}: the p99 of others grew ${ratio} times`);
      if (after.p99 > baseline.p99 * maxP99Ratio)
        faults.push(`${name}: the p99 of others stays high afterwards`);
    }
    figures['ratios'] = ratios;
    if (baseline.failed > 0) faults.push(`${baseline.failed} calls failed before the floods`);
    const peakKb = await peakMemoryKb(server.pid);
    figures['peakMemoryMb'] = Math.round(peakKb / 1024);
    if (peakKb > memoryLimitKb) faults.push('the process needed more than 2 GB');
    for (const { client } of participants.others) client.close();
    participants.attacker.close();
  } finally {
    await server.end('SIGKILL');
    await store.remove();
    await receivers.fast.close();
    await receivers.slow.close();
  }
  const passed = faults.length === 0;
  await writeResult(`flood-${database}`, { secondsEach: seconds, ...figures, faults }, passed);
  return passed;
}

/**
 * One caller floods the server in ways that once made it unavailable, while four others work. Reports how many
 * of the others' calls fail, how their p99 changes, and how soon everything recovers.
 * @param attack a part of the names of the attacks to run; default: all
 * @param rounds the duration of each measurement in seconds
 */
export async function floodServer({
  rounds: seconds = 10,
  port,
  database,
  attack,
}: FloodOptions): Promise<boolean> {
  let passed = true;
  for (const kind of selectDatabases(database))
    passed = (await runOn(kind, { seconds, port, attack })) && passed;
  return passed;
}
