import type { CallOptions } from './calls.ts';
import type { Calls } from './calls.generated.ts';
import { ConsoleCarrier, ServiceCarrier, type Endpoints, type Fetch } from './carriers.ts';
import { ChangeFeed, type FeedOptions } from './change-feed.ts';
import { AnnalsError } from './errors.ts';
import { importRows, type ImportOptions, type ImportResult } from './import.ts';
import { randomKey } from './random-key.ts';
import { urlOf } from './request.ts';
import { readRows, type Method, type Row } from './rows.ts';
import { Session, type Credentials, type SessionTokens } from './session.ts';
import { Transaction } from './transaction.ts';
import { Transport, type Request, type TransportOptions } from './transport.ts';

export interface ClientOptions extends Credentials, TransportOptions {
  /** The address of the console, such as `https://annals.example.org`. In its own pages: `location.origin`. */
  url?: string | undefined;
  /** The addresses of the two services in place of `url`, where the network allows to call them directly. */
  endpoints?: Endpoints | undefined;
  /** Told each time the tokens of the session change, so that they can be stored. */
  onTokens?: ((tokens: SessionTokens) => void) | undefined;
  /** In place of the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** A call by its address, for what has no method. */
export interface RawCall {
  method: Method;
  /** Path and query. */
  url: string;
  /** JSON as it is to arrive. */
  body?: string | undefined;
}

/** What there is beside the calls of the services. */
export interface Conveniences {
  /** Signs in with a password. Not needed where the client was given one: it signs in with the first call. */
  signIn(username: string, password: string, options?: Pick<CallOptions, 'signal'>): Promise<void>;
  /** The versions of a partition in the order they are written, those that are there and those that come. */
  followChanges(options: FeedOptions): ChangeFeed;
  /** Collects operations on a partition, which are written at one moment, all of them or none. */
  transaction(partitionId: string): Transaction;
  /** Writes rows with their original dates, batch by batch. What is there already is not written again. */
  importRows(options: ImportOptions): Promise<ImportResult>;
  /** Sends one call as it is, and gives the answer as it comes. */
  send(call: RawCall, options?: CallOptions): Promise<unknown>;
}

/** All calls of Annals as methods. */
export interface AnnalsClient extends Calls, Conveniences {}

type Values = Readonly<Record<string, unknown>>;

/** A client of Annals: each call of the services is a method of it. */
export function createClient(options: ClientOptions): AnnalsClient {
  const { url, endpoints, onTokens, fetch: given } = options;
  const fetcher: Fetch = given ?? ((address, init) => fetch(address, init));
  if ((url === undefined) === (endpoints === undefined))
    throw new TypeError('Give either the url of the console or the endpoints of the services.');
  const carrier = endpoints
    ? new ServiceCarrier(endpoints, fetcher)
    : new ConsoleCarrier(url ?? '', fetcher);
  const transport = new Transport(carrier, options);
  const session = new Session(
    options,
    (request, signal) => transport.send(request, signal),
    onTokens,
  );

  async function sendSignedIn(
    request: Request,
    signal: AbortSignal | undefined,
    patienceMs?: number,
  ): Promise<unknown> {
    for (let isSecond = false; ; isSecond = true) {
      const headers = { ...request.headers, ...(await unlessAborted(session.headers(), signal)) };
      const sent = session.accessToken;
      try {
        const answer = await transport.send({ ...request, headers }, signal, patienceMs);
        session.read(answer);
        return answer;
      } catch (error) {
        const isRefused = error instanceof AnnalsError && error.status === 401;
        if (!isRefused || isSecond || !session.canRenew) throw error;
        await unlessAborted(session.renew(sent, true), signal);
      }
    }
  }

  async function callRow(
    row: Row,
    input: Values,
    { signal, idempotencyKey, ifMatch }: CallOptions,
    patienceMs?: number,
  ): Promise<unknown> {
    const { body, ...values } = input;
    const { method, path, isRepeatable, isPublic } = row;
    const key = isRepeatable || isPublic ? idempotencyKey : (idempotencyKey ?? randomKey());
    const query = Object.fromEntries(
      Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)),
    );
    const request: Request = {
      method,
      url: urlOf(path, values, query),
      name: `${method} ${path}`,
      headers: headersOf(key, ifMatch),
      body: body === undefined ? undefined : JSON.stringify(body),
      isRepeatable: isRepeatable || key !== undefined,
    };
    if (!isPublic) return sendSignedIn(request, signal, patienceMs);
    const answer = await transport.send(request, signal, patienceMs);
    session.read(answer);
    return answer;
  }

  const client: Record<string, unknown> = {};
  for (const [name, row] of readRows()) {
    const call = async (input: Values = {}, callOptions: CallOptions = {}) => {
      const answer = await callRow(row, input, callOptions);
      if (name === 'endSession') session.end();
      return answer;
    };
    client[name] = row.isList
      ? Object.assign(
          (input?: Values, callOptions?: CallOptions) => call(input, callOptions).then(pageOf),
          { all: (input?: Values, callOptions?: CallOptions) => itemsOf(call, input, callOptions) },
        )
      : call;
  }
  const calls = client as unknown as AnnalsClient;
  const changes = readRows().get('listChanges');
  const conveniences: Conveniences = {
    signIn: (username, password, { signal } = {}) => session.signIn(username, password, signal),
    followChanges: (feed) => {
      // However long the server is away: who follows wants to go on.
      const read = (input: Values, signal?: AbortSignal) => {
        if (!changes) throw new Error('The table of calls lacks the change feed.');
        return callRow(changes, input, { signal }, Number.POSITIVE_INFINITY);
      };
      return new ChangeFeed(feed, read, waitSecondsWithin(options.timeoutMs));
    },
    transaction: (partitionId) => new Transaction(partitionId, calls),
    importRows: (rows) => importRows(calls, rows),
    send: ({ method, url: target, body }, { signal, idempotencyKey, ifMatch } = {}) =>
      sendSignedIn(
        {
          method,
          url: target,
          name: `${method} ${target.split('?', 1)[0] ?? ''}`,
          headers: headersOf(idempotencyKey, ifMatch),
          body,
          isRepeatable: method === 'GET' || idempotencyKey !== undefined,
        },
        signal,
      ),
  };
  return Object.assign(calls, conveniences);
}

/** The seconds that a service may wait for a change, well within the time of one try. */
const waitSecondsWithin = (timeoutMs = 60_000): number =>
  Math.min(25, Math.floor(timeoutMs / 2000));

function headersOf(
  idempotencyKey: string | undefined,
  ifMatch: number | undefined,
): Record<string, string> {
  return {
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
  };
}

/** A service that does not page as ours does may answer with the bare list. */
const pageOf = (answer: unknown): unknown =>
  Array.isArray(answer) ? { data: answer, nextCursor: null, hasMore: false } : answer;

async function* itemsOf(
  call: (input: Values, options: CallOptions) => Promise<unknown>,
  input: Values = {},
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  for (let cursor = input['cursor']; ;) {
    const page = pageOf(await call({ ...input, cursor }, options)) as {
      data: unknown[];
      nextCursor?: string | null;
      hasMore?: boolean;
    };
    yield* page.data;
    if (!page.hasMore || typeof page.nextCursor !== 'string') return;
    cursor = page.nextCursor;
  }
}

/** What others wait for too goes on when one of them gives up. */
function unlessAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void value.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
