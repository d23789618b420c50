import type { CallOptions, Page } from './calls.ts';
import type { Calls } from './calls.generated.ts';
import { ConsoleCarrier, serviceCarrier, type Endpoints } from './carriers.ts';
import { ChangeFeed, type FeedOptions } from './change-feed.ts';
import type { Credentials, SessionTokens } from './credentials.ts';
import { headersOf, randomKey, everyPage, type Fetch } from './exchange.ts';
import { importRows, type BatchToSend, type ImportOptions, type ImportResult } from './import.ts';
import { urlOf } from './request.ts';
import { rows } from './rows.generated.ts';
import type { Method, Row } from './rows.ts';
import { Session } from './session.ts';
import { Transaction } from './transaction.ts';
import { openTransport, type Call, type TransportOptions } from './transport.ts';

export interface ClientOptions extends Credentials, TransportOptions {
  /** The URL of the console, such as `https://annals.example.org`. In the console's own pages: `location.origin`. */
  url?: string | undefined;
  /** The URLs of the two services instead of `url`, if the network allows direct calls. */
  endpoints?: Endpoints | undefined;
  /** Called whenever the tokens of the session change, so that you can store them. */
  onTokens?: ((tokens: SessionTokens) => void) | undefined;
  /** The X-Request-Id of a call, under which the services log and record it. Default: the services choose one. */
  requestId?: (() => string) | undefined;
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** A call by its URL, for calls without a method. */
export interface RawCall {
  method: Method;
  /** Path and query. */
  url: string;
  /** JSON, sent unchanged. */
  body?: string | undefined;
}

/** Methods in addition to the calls of the services. */
export interface Conveniences {
  /** Signs in with a password. Not needed if the client has one: it signs in with the first call. */
  signIn(username: string, password: string, options?: Pick<CallOptions, 'signal'>): Promise<void>;
  /** The existing and future versions of a partition, in the order in which they are written. */
  followChanges(options: FeedOptions): ChangeFeed;
  /** Collects operations on a partition that are written at the same moment, all or none. */
  transaction(partitionId: string): Transaction;
  /** Writes rows with their original dates in batches. Rows that already exist are not written again. */
  importRows(options: ImportOptions): Promise<ImportResult>;
  /** Sends a call unchanged and returns the response unchanged. */
  send(call: RawCall, options?: CallOptions): Promise<unknown>;
}

/** All calls of Annals as methods. */
export interface AnnalsClient extends Calls, Conveniences {}

type Values = Readonly<Record<string, unknown>>;

/**
 * Creates a client of Annals with a method for each call of the services.
 * @throws TypeError if an address is not one of a server
 */
export function createClient(options: ClientOptions): AnnalsClient {
  const { url, endpoints, onTokens, requestId, fetch: given } = options;
  // Files with a token end with a line break.
  const token = options.token?.trim();
  const fetcher: Fetch = given ?? ((address, init) => fetch(address, init));
  if ((url === undefined) === (endpoints === undefined))
    throw new TypeError('Give either the url of the console or the endpoints of the services.');
  const carrier = endpoints
    ? serviceCarrier(endpoints, fetcher)
    : new ConsoleCarrier(url ?? '', fetcher);
  const transport = openTransport(carrier, options);
  const session = new Session(options, transport, onTokens);

  async function sendCall(
    call: Call,
    isPublic: boolean,
    signal: AbortSignal | undefined,
    patienceMs?: number,
  ): Promise<unknown> {
    const made =
      requestId === undefined
        ? call
        : { ...call, headers: { ...call.headers, 'X-Request-Id': requestId() } };
    if (token === undefined) return session.send(made, isPublic, signal, patienceMs);
    const headers = { ...made.headers, ...(!isPublic && headersOf({ token })) };
    return transport({ ...made, headers }, signal, patienceMs);
  }

  async function callRow(
    row: Row,
    input: Values,
    { signal, idempotencyKey, ifMatch }: CallOptions,
    patienceMs?: number,
  ): Promise<unknown> {
    const { body, ...values } = input;
    const { method, path, isRepeatable = false, isPublic = false } = row;
    const key = isRepeatable || isPublic ? idempotencyKey : (idempotencyKey ?? randomKey());
    const query = Object.fromEntries(
      Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)),
    );
    const made: Call = {
      method,
      url: urlOf(path, values, query),
      name: `${method} ${path}`,
      headers: headersOfWrite(key, ifMatch),
      body: body === undefined ? undefined : JSON.stringify(body),
      isRepeatable: isRepeatable || key !== undefined,
    };
    return sendCall(made, isPublic, signal, patienceMs);
  }

  const client: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(rows)) {
    const call = (input: Values = {}, callOptions: CallOptions = {}) =>
      callRow(row, input, callOptions);
    client[name] = row.isList
      ? Object.assign(
          (input?: Values, callOptions?: CallOptions) => call(input, callOptions).then(pageOf),
          { all: (input?: Values, callOptions?: CallOptions) => itemsOf(call, input, callOptions) },
        )
      : call;
  }
  const calls = client as unknown as AnnalsClient;
  const sendBatch = (
    { body, key, after }: BatchToSend,
    { partitionId, skipRefused, skipUnchanged, partial, signal }: ImportOptions,
  ) => {
    const { path } = rows.importObjects;
    const target = urlOf(path, { partitionId }, { skipRefused, skipUnchanged, partial, after });
    return conveniences.send(
      { method: 'POST', url: target, body },
      { signal, idempotencyKey: key },
    );
  };
  const conveniences: Conveniences = {
    signIn: (username, password, { signal } = {}) => session.signIn(username, password, signal),
    followChanges: (feed) => {
      // Retries without a time limit: a follower continues after any outage.
      const read = (input: Values, signal?: AbortSignal) =>
        callRow(rows.listChanges, input, { signal }, Number.POSITIVE_INFINITY);
      return new ChangeFeed(feed, read, waitSecondsWithin(options.timeoutMs));
    },
    transaction: (partitionId) => new Transaction(partitionId, calls),
    importRows: (batches) => importRows(sendBatch, batches),
    send: ({ method, url: target, body }, { signal, idempotencyKey, ifMatch } = {}) =>
      sendCall(
        {
          method,
          url: target,
          name: `${method} ${target.split('?', 1)[0] ?? ''}`,
          headers: headersOfWrite(idempotencyKey, ifMatch),
          body,
          isRepeatable: method === 'GET' || idempotencyKey !== undefined,
        },
        false,
        signal,
      ),
  };
  return Object.assign(calls, conveniences);
}

/** How many seconds a service may wait for a change, well within the timeout of an attempt. */
const waitSecondsWithin = (timeoutMs = 60_000): number =>
  Math.min(25, Math.floor(timeoutMs / 2000));

const headersOfWrite = (idempotencyKey: string | undefined, ifMatch: number | undefined) => ({
  ...headersOf({ ifMatch }),
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
});

/** A service with another kind of paging may return a bare list. */
const pageOf = (answer: unknown): unknown =>
  Array.isArray(answer) ? { data: answer, nextCursor: null, hasMore: false } : answer;

async function* itemsOf(
  call: (input: Values, options: CallOptions) => Promise<unknown>,
  input: Values = {},
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const read = async (cursor: unknown) =>
    pageOf(await call({ ...input, cursor }, options)) as Page<unknown>;
  for await (const { data } of everyPage(read, input['cursor'] as string | undefined)) yield* data;
}
