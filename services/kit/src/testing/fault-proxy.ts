import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** What goes wrong on a connection; applies to connections made from then on, `break` to those that are there. */
export interface Fault {
  /** Milliseconds that every piece of data waits, in both directions. */
  latencyMs?: number;
  /** Bytes a second from the server to the client, at most. */
  bytesPerSecond?: number;
  /** The connection is reset once the server has sent so many bytes; 0: as soon as it is made. */
  resetAfter?: number;
  /** Once the server has sent so many bytes the client sees the end, and what it sends still goes up. */
  halfCloseAfter?: number;
  /** Once the server has sent so many bytes nothing more comes, and nothing is closed. */
  hangAfter?: number;
}

export interface FaultProxy {
  readonly port: number;
  /** How many connections go through it now. */
  readonly connections: number;
  /** What goes wrong from now on; {}: nothing. */
  set(fault: Fault): void;
  /** Resets all connections that there are. */
  break(): void;
  /** Refuses connections, as when nobody listens. */
  refuse(): Promise<void>;
  /** Takes connections again, on the same port. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

const lowestPort = 15_000;
const highestPort = 32_760;

/**
 * Listens on a port that Linux gives to no outgoing connection: while the proxy refuses, one might get it otherwise, and who
 * connects to it in vain might even reach itself.
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
 * A TCP proxy on a free loopback port that passes all bytes on to another one, and breaks when told to.
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
    break: breakAll,
    refuse,
    accept: async () => {
      if (!server.listening) await listen(port);
    },
    close: refuse,
  };
}

/** One connection from a client and the one to the server that belongs to it. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;

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

  /** Passes on what the server sends, up to where the fault says. */
  #limited({ bytesPerSecond, resetAfter, halfCloseAfter, hangAfter }: Fault): Transform {
    const limit = resetAfter ?? halfCloseAfter ?? hangAfter ?? Number.POSITIVE_INFINITY;
    let sent = 0;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
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

  /** Once what was passed on has left: a reset would take it along. */
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
