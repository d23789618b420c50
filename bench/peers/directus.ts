import { request } from 'node:http';
import { freePort } from '@annals/kit/testing/postgresql-server';
import { password } from '../src/program.ts';
import { installPeer, run } from './install.ts';
import { readIds } from './object-ids.ts';
import type { Peer, PeerCases, PeerObject } from './peer.ts';
import { callJson, startServer } from './server-process.ts';

// The newest whose packages are all in the registry: 12.4.1 needs an @directus/app that is not.
const version = '12.4.0';
const email = 'master@example.org';

const textFields = ['name', 'state', 'tag', 'place'];
const longFields = ['text', 'filler'];
const numberFields = ['owner', 'revision', 'amount'];

/** One collection with a column for each value; activities and revisions are kept for it, which is the default. */
const collection = {
  collection: 'objects',
  schema: {},
  meta: { accountability: 'all' },
  fields: [
    {
      field: 'id',
      type: 'integer',
      meta: { hidden: true },
      schema: { is_primary_key: true, has_auto_increment: true },
    },
    { field: 'type', type: 'string', meta: {}, schema: { is_indexed: true } },
    ...textFields.map((field) => ({ field, type: 'string', meta: {}, schema: {} })),
    ...longFields.map((field) => ({ field, type: 'text', meta: {}, schema: {} })),
    ...numberFields.map((field) => ({ field, type: 'integer', meta: {}, schema: {} })),
    { field: 'urgent', type: 'boolean', meta: {}, schema: {} },
  ],
};

const flat = ({ type, data }: PeerObject) => ({ type, ...data });

export async function startDirectus(databaseUrl: string): Promise<Peer> {
  const installed = await installPeer('directus', { directus: version }, ['isolated-vm']);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { directory: cwd, node } = installed;
  const env = {
    ...installed.environment,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: 'a secret of the benchmark, long enough',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    // By default it refuses calls when its event loop is busy, which the load of a benchmark is meant to make it.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const program = 'node_modules/directus/cli.js';
  await run(node, [program, 'bootstrap'], cwd, env);
  const readyAt = `${origin}/server/ping`;
  const server = await startServer(node, [program, 'start'], { cwd, env, readyAt });
  const signIn = async () => {
    const credentials = { email, password };
    const { data } = await callJson<{ data: { access_token: string } }>(
      `${origin}/auth/login`,
      credentials,
    );
    return { authorization: `Bearer ${data.access_token}` };
  };
  await callJson(`${origin}/collections`, collection, await signIn());
  return {
    name: `Directus ${version}`,
    pid: server.pid,
    databaseUrl,
    importObjects: async (objects) => importFile(origin, await signIn(), objects),
    cases: async () => casesOf(origin, await signIn(), databaseUrl),
    stop: () => server.stop(),
  };
}

/** Uploads a file, as "Import from file" of a collection does. `fetch` would wait for the response only five minutes. */
async function importFile(
  origin: string,
  headers: Record<string, string>,
  objects: readonly PeerObject[],
): Promise<void> {
  const boundary = 'annals-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="objects.json"\r\ncontent-type: application/json\r\n\r\n`;
  const body = Buffer.from(`${head}${JSON.stringify(objects.map(flat))}\r\n--${boundary}--\r\n`);
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      `${origin}/utils/import/objects`,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': body.length,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`Directus, import: ${String(answer.statusCode)} ${text}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function casesOf(
  origin: string,
  headers: Record<string, string>,
  databaseUrl: string,
): Promise<PeerCases> {
  const idOf = await readIds(databaseUrl);
  return {
    origin,
    headers: { ...headers, 'content-type': 'application/json' },
    create: (object) => ({
      method: 'POST',
      path: '/items/objects',
      body: JSON.stringify(flat(object)),
    }),
    update: (object) => ({
      method: 'PATCH',
      path: `/items/objects/${idOf(object)}`,
      body: JSON.stringify(flat(object)),
    }),
    read: (object) => ({ path: `/items/objects/${idOf(object)}` }),
    list: (type) => ({ path: `/items/objects?filter[type][_eq]=${type}&sort=-id&limit=50` }),
    search: (word) => ({ path: `/items/objects?search=${word}&limit=50` }),
    history: (object) => ({
      path: `/revisions?filter[collection][_eq]=objects&filter[item][_eq]=${idOf(object)}&sort=-id&limit=50`,
    }),
    itemsOf: (response) => (response as { data: unknown[] }).data,
  };
}
