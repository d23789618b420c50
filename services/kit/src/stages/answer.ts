import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { positionHeader } from '@annals/contracts/position';
import { setEtag } from '../etag.ts';
import { holdClaim } from '../idempotency/idempotent-writes.ts';
import type { Idempotency } from '../idempotency/idempotency-key.ts';
import { JsonText } from '../json-text.ts';
import { Problem } from '../problem.ts';
import { requireWhole, withWholeLines } from '../whole-responses.ts';
import type { Admission } from './admit.ts';
import type { RouteGuard } from './route-guard.ts';

/** A response as it is sent; without text for a 204. */
export interface Response {
  status: number;
  text: string | Buffer | undefined;
}

type RenderGuard = Pick<RouteGuard, 'replicas' | 'checkResponses'>;

/** Runs a handler, and turns its value into the response with its headers. */
export async function render(
  endpoint: Endpoint,
  { replicas, checkResponses }: RenderGuard,
  { reply, admission }: { reply: FastifyReply; admission: Admission },
  handling: () => Promise<unknown>,
): Promise<Response | Readable> {
  /** A client that sends it back reads nothing older than this response. */
  const setPosition = async () => {
    if (replicas) reply.header(positionHeader, await replicas.position());
  };
  const value = await handling().catch(async (error: unknown) => {
    // For example a 412: the client has to see the concurrent change when it reads again.
    if (!isRead(endpoint) && error instanceof Problem) await setPosition();
    throw error;
  });
  if (value instanceof Readable) return checkResponses ? withWholeLines(endpoint, value) : value;
  if (!admission.isOfReplica) await setPosition();
  if (value instanceof JsonText) {
    if (checkResponses) requireWhole(endpoint, String(value.text));
    return { status: reply.statusCode, text: value.text };
  }
  setEtag(reply, value);
  const text: string | undefined = JSON.stringify(value);
  if (checkResponses) requireWhole(endpoint, text);
  return { status: reply.statusCode, text };
}

/** A repetition of the same write of a signed-in caller gets the first response. */
export async function answerOnce(
  endpoint: Endpoint,
  { database, idempotentWrites }: Pick<RouteGuard, 'database' | 'idempotentWrites'>,
  {
    idempotency,
    request,
    reply,
  }: { idempotency: Idempotency | undefined; request: FastifyRequest; reply: FastifyReply },
  answering: () => Promise<Response | Readable>,
): Promise<Response | Readable> {
  if (!idempotentWrites || !idempotency) return answering();
  const options = { database, secret: endpoint.secretAnswer === true, log: request.log };
  const text = await idempotentWrites.execute(idempotency, options, async (claim) => {
    holdClaim(request, claim);
    const first = await answering();
    if (first instanceof Readable) throw new Error('An answer to a write cannot be streamed.');
    return first.text?.toString();
  });
  if (text !== undefined) setEtag(reply, JSON.parse(text));
  return { status: endpoint.status, text };
}

/** Sends a response, or a stream of which a caller has a few open at a time. */
export async function send(
  endpoint: Endpoint,
  { limits }: Pick<RouteGuard, 'limits'>,
  { key, reply }: { key: string; reply: FastifyReply },
  answer: Response | Readable,
): Promise<FastifyReply> {
  if (answer instanceof Readable) {
    await limitStream(answer, limits, key);
    return reply.code(endpoint.status).type(streamTypeOf(endpoint)).send(answer);
  }
  reply.code(answer.status);
  if (answer.status === 204) return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(bodyOf(answer.text));
}

/** @throws Problem when the caller has too many streams open */
async function limitStream(
  stream: Readable,
  limits: RouteGuard['limits'],
  key: string,
): Promise<void> {
  try {
    const permit = await limits?.stream.acquire(key);
    stream.once('close', () => permit?.release());
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function streamTypeOf({ method, path, streamsAs }: Endpoint): string {
  if (streamsAs === undefined) throw new Error(`${method} ${path} does not declare a stream.`);
  return streamsAs;
}

const longText = 16 * 1024;

/**
 * Encodes a long text here, because the server would first append it to the headers and reserve three times its size.
 */
const bodyOf = (text: string | Buffer | undefined): string | Buffer | undefined =>
  typeof text === 'string' && text.length > longText ? Buffer.from(text) : text;
