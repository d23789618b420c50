import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SessionTokens } from '@annals/client';
import { password, programFile, startProgram } from '../src/program.ts';
import { query } from '../src/services/stored.ts';
import { run } from './install.ts';
import type { Peer, PeerCases, PeerObject } from './peer.ts';

const partitionName = 'Peers';
const username = 'master@example.org';

/** @param directory for files of the run */
export async function startAnnals(databaseUrl: string, directory: string): Promise<Peer> {
  const program = await startProgram(['--demo'], {
    DATABASE_URL: databaseUrl,
    DEMO_PASSWORD: password,
  });
  const { console: origin } = program;
  return {
    name: 'Annals',
    pid: program.pid,
    databaseUrl,
    importObjects: async (objects) => {
      const file = join(directory, 'annals-objects.ndjson');
      const rows = objects.map(({ number, type, data }) =>
        JSON.stringify({ key: `o${number}`, type, objectData: data }),
      );
      await writeFile(file, `${rows.join('\n')}\n`);
      const where = ['--partition', partitionName, '--url', origin, '--user', username];
      const environment = { ...process.env, ANNALS_PASSWORD: password };
      await run(process.execPath, [programFile, 'import', file, ...where], directory, environment);
    },
    cases: async () => {
      let authorization = '';
      const onTokens = ({ accessToken }: SessionTokens) => {
        authorization = `Bearer ${accessToken}`;
      };
      await createClient({ url: origin, onTokens }).signIn(username, password);
      return casesOf(origin, { authorization }, databaseUrl);
    },
    stop: () => program.stop(),
  };
}

async function casesOf(
  origin: string,
  headers: Record<string, string>,
  databaseUrl: string,
): Promise<PeerCases> {
  const rows = await query<{ key: string; partitionId: string; timelineId: string }>(
    databaseUrl,
    `select key, partition_id as "partitionId", timeline_id as "timelineId"
     from data.timeline_key join data.partition using (partition_id)
     where partition_name = '${partitionName}'`,
  );
  const timelines = new Map(rows.map(({ key, timelineId }) => [key, timelineId]));
  const partition = `/api/annals/v1/partitions/${rows[0]?.partitionId ?? ''}`;
  const timelineOf = ({ number }: PeerObject) => timelines.get(`o${number}`);
  const timeline = (object: PeerObject) =>
    `${partition}/timelines/${timelineOf(object) ?? ''}/objects`;
  const post = (path: string, body: object) =>
    ({ method: 'POST', path: partition + path, body: JSON.stringify(body) }) as const;
  return {
    origin,
    headers: { ...headers, 'content-type': 'application/json' },
    create: ({ type, data }) => post('/objects', { type, objectData: data }),
    update: (object) =>
      post('/objects', {
        type: object.type,
        objectData: object.data,
        timelineId: timelineOf(object),
      }),
    read: (object) => ({ path: `${timeline(object)}/latest` }),
    list: (type) => post('/objects/search', { type }),
    search: (word) => post('/objects/search', { text: word }),
    history: (object) => ({ path: timeline(object) }),
    itemsOf: (response) => (response as { data: unknown[] }).data,
  };
}
