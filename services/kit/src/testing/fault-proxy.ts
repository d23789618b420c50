import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A fault of a connection. It applies to later connections, `hang` and `break` to existing ones. */
export interface Fault {
  /** Delay of all data in both directions, in milliseconds. */
  latencyMs?: number;
  /** The most bytes per second from the server to the client. */
  bytesPerSecond?: number;
  /** Resets the connection once the server has sent this many bytes; 0: at once. */
  resetAfter?: number;
  /** Closes the server's side of the connection after this many bytes; the client can still send. */
  halfCloseAfter?: number;
  /** Stops passing data on after this many bytes, without closing. */
  hangAfter?: number;
}

export interface FaultProxy {
  readonly port: number;
  /** The number of open connections. */
  readonly connections: number;
  /** Sets the fault of later connections; {}: none. */
  set(fault: Fault): void;
  /** Passes on nothing more that the server sends on the open connections, without closing them. */
  hang(): void;
  /** Resets all open connections. */
  break(): void;
  /** Refuses connections, as if nobody listened. */
  refuse(): Promise<void>;
  /** Accepts connections again, on the same port. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

const lowestPort = 15_000;
const highestPort = 32_760;

/**
 * Listens on a port that Linux assigns to no outgoing connection: while the proxy refuses, one could get it otherwise,
 * and a client could even connect to itself.
 */
async function listenAnywhere(listen: (port: number) => Promise<void>): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    try {
      await listen(port);
      return port;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}

/**
 * A TCP proxy on a free loopback port that forwards all bytes to another one, and injects faults.
 * @param target a port of this machine
 */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  let fault: Fault = {};
  const pairs = new Set<Pair>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (fault.resetAfter === 0) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const pair = new Pair(client, target, fault, () => pairs.delete(pair));
    pairs.add(pair);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const port = await listenAnywhere(listen);
  const breakAll = () => {
    for (const pair of pairs) pair.reset();
  };
  const refuse = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    breakAll();
    await closed;
  };
  return {
    port,
    get connections() {
      return pairs.size;
    },
    set: (next) => {
      fault = next;
    },
    hang: () => {
      for (const pair of pairs) pair.hang();
    },
    break: breakAll,
    refuse,
    accept: async () => {
      if (!server.listening) await listen(port);
    },
    close: refuse,
  };
}

/** A connection from a client and the matching one to the server. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  #hangs = false;

  constructor(client: Socket, target: number, fault: Fault, over: () => void) {
    this.#client = client;
    this.#server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    let open = 2;
    for (const socket of [this.#client, this.#server]) {
      socket.on('error', () => this.reset());
      socket.once('close', () => {
        open -= 1;
        if (open === 0) over();
      });
    }
    const { latencyMs = 0 } = fault;
    this.#client.pipe(delayed(latencyMs)).pipe(this.#server);
    this.#server.pipe(delayed(latencyMs)).pipe(this.#limited(fault)).pipe(this.#client);
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  hang(): void {
    this.#hangs = true;
  }

  /** Forwards what the server sends, within the limits of the fault. */
  #limited({ bytesPerSecond, resetAfter, halfCloseAfter, hangAfter }: Fault): Transform {
    const limit = resetAfter ?? halfCloseAfter ?? hangAfter ?? Number.POSITIVE_INFINITY;
    let sent = 0;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (this.#hangs) {
          done();
          return;
        }
        const passing = chunk.subarray(0, Math.max(0, limit - sent));
        const isReached = sent < limit && sent + chunk.length >= limit;
        sent += chunk.length;
        const pass = () => {
          done(null, passing);
          if (isReached && resetAfter !== undefined) this.#afterFlush(() => this.reset());
          if (isReached && halfCloseAfter !== undefined) this.#client.end();
        };
        if (bytesPerSecond === undefined) pass();
        else setTimeout(pass, (passing.length * 1000) / bytesPerSecond);
      },
    });
  }

  /** After the forwarded data was flushed: a reset would discard it. */
  #afterFlush(act: () => void): void {
    this.#client.write('', () => act());
  }
}

function delayed(latencyMs: number): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (latencyMs === 0) done(null, chunk);
      else setTimeout(() => done(null, chunk), latencyMs);
    },
  });
}
