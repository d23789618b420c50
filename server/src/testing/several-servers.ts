import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Method } from '@annals/contracts/endpoint';
import { freePort, startProgram, type Program } from './running-program.ts';

export interface Call {
  method?: Method;
  url: string;
  data?: unknown;
  /** The access token; omitted: not signed in. */
  as?: string | undefined;
  key?: string;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  // The test knows which fields it reads.
  body: Record<string, unknown>;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export const password = 'rings of a very old tree';

/** Sends a call through the console's proxy at an origin, once. */
export async function send(
  origin: string,
  { method = 'GET', url, data, as, key }: Call,
): Promise<Answer> {
  const headers = {
    ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
  const reply = await fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, method, data, headers }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
  };
}

/** Several servers on one PostgreSQL database behind a round robin. */
export class SeveralServers {
  readonly roundRobin: RoundRobin;
  /** The individual address of each. */
  readonly origins: readonly string[];
  readonly #programs: readonly Program[];
  readonly #directory: string;

  private constructor(
    roundRobin: RoundRobin,
    origins: string[],
    programs: Program[],
    directory: string,
  ) {
    this.roundRobin = roundRobin;
    this.origins = origins;
    this.#programs = programs;
    this.#directory = directory;
  }

  /** Starts them at the same moment, and resolves when all are ready. */
  static async start(count: number, databaseUrl: string): Promise<SeveralServers> {
    const roundRobin = await startRoundRobin();
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-servers-'));
    const ports: number[] = [];
    while (ports.length < count) {
      const port = await freePort();
      if (ports.every((other) => Math.abs(other - port) > 2)) ports.push(port);
    }
    const programs = ports.map((port, index) => {
      const variables = {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(directory, String(index)),
        PUBLIC_URL: roundRobin.origin,
        LOG_LEVEL: 'warn',
      };
      return startProgram(['serve', '--no-files'], variables, directory);
    });
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const servers = new SeveralServers(roundRobin, origins, programs, directory);
    roundRobin.serve(origins);
    try {
      await Promise.all(programs.map((program) => program.waitForOutput('Ready.')));
    } catch (error) {
      await servers.stop();
      throw error;
    }
    return servers;
  }

  /** Creates the first user with the printed links; only the last created one is valid. */
  async makeMaster(email: string): Promise<Tokens> {
    for (const { output } of this.#programs) {
      const token = /#token=([\w-]{43})/.exec(output())?.[1];
      if (token === undefined) continue;
      const data = { token, password, email, name: 'Mira Master' };
      const call = { method: 'POST', url: '/v1/auth/password', data } as const;
      const { status, body } = await send(this.roundRobin.origin, call);
      if (status === 200) return body as unknown as Tokens;
    }
    throw new Error('No server has a valid link.');
  }

  /** The token of the link in the mail to an invited user, once one of the servers has sent it. */
  async linkTo(email: string): Promise<string | undefined> {
    const mails = await Promise.all(
      this.#programs.map(async (_, index) => {
        const directory = path.join(this.#directory, String(index), 'mail');
        const names = await readdir(directory).catch((): string[] => []);
        const whole = names.filter((name) => name.endsWith('.eml'));
        return Promise.all(whole.map((name) => readFile(path.join(directory, name), 'utf8')));
      }),
    );
    const mail = mails.flat().find((text) => text.includes(email));
    // Undoes soft line breaks and escaped equals signs (quoted-printable).
    return /#token=(?:3D)?([\w-]{43})/.exec(mail?.replaceAll(/=\r?\n/g, '') ?? '')?.[1];
  }

  /** The log of all servers. */
  get logged(): string {
    return this.#programs.map(({ errors }) => errors()).join('');
  }

  async stop(): Promise<(number | null)[]> {
    for (const { process } of this.#programs) process.kill('SIGTERM');
    const ends = await Promise.all(this.#programs.map(({ exited }) => exited));
    await this.roundRobin.close();
    await rm(this.#directory, { recursive: true, force: true });
    return ends.map(({ code }) => code);
  }
}

interface RoundRobin {
  readonly origin: string;
  /** Sets the servers behind it, which get requests in turn. */
  serve(origins: readonly string[]): void;
  close(): Promise<void>;
}

/** A reverse proxy in front of several servers: each request goes to the next of them, whoever sends it. */
async function startRoundRobin(): Promise<RoundRobin> {
  let origins: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, reply) => {
    const origin = origins[turn++ % origins.length];
    const { method = 'GET', url = '/', headers } = incoming;
    const passed = request(origin + url, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (servers) => {
      origins = servers;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
