// Creates one file of evidence, in a process of its own, and ends with it.
import { Problem } from '@annals/kit/problem';
import { needsCustomPlan, type Database, type Queryable } from '@annals/kit/database/queryable';
import { parseRows } from '@annals/kit/database/unparsed-rows';
import { Checkpoints, rereadLog } from '../log/checkpoints.ts';
import { LogKey } from '../log/log-key.ts';
import { EvidenceContent } from './evidence-content.ts';
import { evidenceFiles } from './evidence-files.ts';
import type { EvidenceOrder, FromProcess, FromServer, ServerCalls } from './evidence-messages.ts';
import { zipOf } from './zip.ts';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let calls = 0;

const send = (message: FromProcess) => process.send?.(message);

async function call(name: keyof ServerCalls, ...values: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    send({ call: calls, name, values });
  });
}

const server = {
  query: async (statement) => call('query', statement) as ReturnType<ServerCalls['query']>,
  requireReader: async () => void (await call('requireReader')),
  page: async (...position) => call('page', ...position) as ReturnType<ServerCalls['page']>,
  expect: async (steps) => void (await call('expect', steps)),
  step: async (steps) => void (await call('step', steps)),
  write: async (piece) => void (await call('write', piece)),
} satisfies ServerCalls;

const queryable: Queryable = {
  query: async <Row extends object>(
    ...[statement, name]: Parameters<Queryable['query']>
  ): Promise<Row[]> => {
    const { strings, values } = statement;
    const hasCustomPlan = needsCustomPlan(statement);
    return parseRows<Row>(await server.query({ strings, values, name, hasCustomPlan }));
  },
};

const maxPieceBytes = 64 * 1024;
/** A client and the proxies on the way see that it continues. */
const maxPauseMs = 500;

async function create(order: EvidenceOrder) {
  const { request, log, access, limits, verifier, membersProof, keys } = order;
  const logKey = new LogKey(queryable as Database, keys);
  await logKey.load();
  const content = new EvidenceContent(
    {
      ...request,
      log: rereadLog(queryable, log),
      access: access && { ...access, page: server.page },
    },
    queryable,
    { limits },
    server.requireReader,
  );
  let steps = 0;
  const files = evidenceFiles(content, {
    queryable,
    checkpoints: new Checkpoints(logKey),
    verifier,
    membersProof,
    requireReader: server.requireReader,
    progress: {
      expect: (total) => void server.expect(total),
      step: (count) => {
        steps += count;
      },
    },
  });
  const { partitionId } = request;
  const signed = {
    madeDate: new Date(request.madeDate),
    sign: (hash: Uint8Array) => logKey.signEvidence(partitionId, hash),
  };
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // The first piece is sent at once, so that the client sees the response begin.
  let sentAt = Number.NEGATIVE_INFINITY;
  const write = async () => {
    const piece = Buffer.concat(pieces.splice(0));
    bytes = 0;
    if (steps > 0) await server.step(steps);
    steps = 0;
    await server.write(piece);
    sentAt = performance.now();
  };
  for await (const piece of zipOf(files, signed)) {
    pieces.push(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
    if (bytes >= maxPieceBytes || performance.now() - sentAt >= maxPauseMs) await write();
  }
  await write();
}

process.on('message', (message: FromServer) => {
  if ('order' in message) {
    create(message.order).then(
      () => send({ finished: true }),
      (error: unknown) => send({ failed: failureOf(error) }),
    );
    return;
  }
  const caller = waiting.get(message.reply);
  waiting.delete(message.reply);
  if ('failed' in message) caller?.reject(new Error('The server could not answer.'));
  else caller?.resolve(message.value);
});
process.on('disconnect', () => process.exit());
// The whole group gets these when a server is stopped. It first finishes its responses, and its end is that of this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

function failureOf(error: unknown): Extract<FromProcess, { failed: unknown }>['failed'] {
  if (!(error instanceof Problem))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { status, code, explanation } = error;
  return { status, code, explanation };
}
