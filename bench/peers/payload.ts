import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@annals/kit/testing/postgresql-server';
import { password } from '../src/program.ts';
import { installPeer, run, type Installed } from './install.ts';
import { readIds } from './object-ids.ts';
import type { Peer, PeerCases, PeerObject } from './peer.ts';
import { callJson, startServer } from './server-process.ts';

const version = '3.90.2';
const packages = {
  payload: version,
  '@payloadcms/db-postgres': version,
  '@payloadcms/next': version,
  next: '16.4.6',
  react: '19.2.6',
  'react-dom': '19.2.6',
  graphql: '16.15.0',
};
const email = 'master@example.org';

/** The files of an application with one collection, every version of which is kept, and the REST API. */
const application = {
  'payload.config.js': `
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
const fields = (type, ...names) => names.map((name) => ({ name, type }));
export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL } }),
  admin: { user: 'users' },
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'objects',
      versions: { drafts: false, maxPerDoc: 0 },
      fields: [
        { name: 'type', type: 'text', index: true },
        ...fields('text', 'name', 'state', 'tag', 'place'),
        ...fields('textarea', 'text', 'filler'),
        ...fields('number', 'owner', 'revision', 'amount'),
        ...fields('checkbox', 'urgent'),
      ],
    },
  ],
});
`,
  'app/api/[...slug]/route.js': `
import { REST_GET, REST_PATCH, REST_POST } from '@payloadcms/next/routes';
import config from '../../../payload.config.js';
export const GET = REST_GET(config);
export const POST = REST_POST(config);
export const PATCH = REST_PATCH(config);
`,
  'next.config.mjs': `
import { withPayload } from '@payloadcms/next/withPayload';
export default withPayload({});
`,
  // As its documentation fills a database: with the functions of the package instead of HTTP.
  'import-objects.js': `
import { readFileSync } from 'node:fs';
import { getPayload } from 'payload';
import config from './payload.config.js';
const payload = await getPayload({ config });
const objects = JSON.parse(readFileSync(process.env.OBJECTS_FILE, 'utf8'));
const values = objects[Symbol.iterator]();
await Promise.all(Array.from({ length: 10 }, async () => {
  for (const data of values) await payload.create({ collection: 'objects', data });
}));
process.exit(0);
`,
};

const flat = ({ type, data }: PeerObject) => ({ type, ...data });
const cli = 'node_modules/payload/bin.js';
const next = 'node_modules/next/dist/bin/next';

const environmentOf = ({ environment }: Installed, databaseUrl: string): NodeJS.ProcessEnv => ({
  ...environment,
  DATABASE_URL: databaseUrl,
  PAYLOAD_SECRET: 'a secret of the benchmark, long enough',
  PAYLOAD_CONFIG_PATH: 'payload.config.js',
  NEXT_TELEMETRY_DISABLED: '1',
});

async function buildApplication(installed: Installed, databaseUrl: string): Promise<void> {
  const { directory, node } = installed;
  await mkdir(join(directory, 'app/api/[...slug]'), { recursive: true });
  for (const [name, text] of Object.entries(application))
    await writeFile(join(directory, name), text);
  const environment = environmentOf(installed, databaseUrl);
  const migration = ['migrate:create', 'first', '--force-accept-warning'];
  await run(node, [cli, ...migration], directory, environment);
  await run(node, [next, 'build'], directory, environment);
}

/** @param directory for files of the run */
export async function startPayload(databaseUrl: string, directory: string): Promise<Peer> {
  const installed = await installPeer('payload', packages, [], (into) =>
    buildApplication(into, databaseUrl),
  );
  const { directory: cwd, node } = installed;
  const env = environmentOf(installed, databaseUrl);
  await run(node, [cli, 'migrate'], cwd, env);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const words = [next, 'start', '-p', String(port), '-H', '127.0.0.1'];
  const server = await startServer(node, words, { cwd, env, readyAt: `${origin}/api/users` });
  const credentials = { email, password };
  await callJson(`${origin}/api/users/first-register`, credentials);
  return {
    name: `Payload ${version}`,
    pid: server.pid,
    databaseUrl,
    importObjects: async (objects) => {
      const file = join(directory, 'payload-objects.json');
      await writeFile(file, JSON.stringify(objects.map(flat)));
      const environment = { ...env, OBJECTS_FILE: file };
      await run(node, [cli, 'run', 'import-objects.js'], cwd, environment);
    },
    cases: async () => {
      const { token } = await callJson<{ token: string }>(`${origin}/api/users/login`, credentials);
      return casesOf(origin, { authorization: `JWT ${token}` }, databaseUrl);
    },
    stop: () => server.stop(),
  };
}

async function casesOf(
  origin: string,
  headers: Record<string, string>,
  databaseUrl: string,
): Promise<PeerCases> {
  const idOf = await readIds(databaseUrl);
  // Without these it also follows relations, and counts all objects for the number of the last page.
  const lean = 'depth=0&pagination=false&limit=50';
  return {
    origin,
    headers: { ...headers, 'content-type': 'application/json' },
    create: (object) => ({
      method: 'POST',
      path: '/api/objects?depth=0',
      body: JSON.stringify(flat(object)),
    }),
    update: (object) => ({
      method: 'PATCH',
      path: `/api/objects/${idOf(object)}?depth=0`,
      body: JSON.stringify(flat(object)),
    }),
    read: (object) => ({ path: `/api/objects/${idOf(object)}?depth=0` }),
    list: (type) => ({ path: `/api/objects?where[type][equals]=${type}&sort=-id&${lean}` }),
    // The fields that the word may be in have to be named.
    search: (word) => ({
      path: `/api/objects?${['name', 'tag', 'place', 'text']
        .map((field, index) => `where[or][${index}][${field}][like]=${word}`)
        .join('&')}&${lean}`,
    }),
    history: (object) => ({
      path: `/api/objects/versions?where[parent][equals]=${idOf(object)}&sort=-updatedAt&${lean}`,
    }),
    itemsOf: (response) => (response as { docs: unknown[] }).docs,
  };
}
