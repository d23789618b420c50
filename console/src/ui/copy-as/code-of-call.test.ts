import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changeState } from '../../platform/api/state.ts';
import {
  apiAddress,
  type CodeFormat,
  codeOf,
  firstCall,
  type WrittenCall,
} from './code-of-call.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  token: unknown;
  key: unknown;
  type: unknown;
  body: string;
}

const seen: Seen[] = [];
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    seen.push({
      method,
      url,
      token: headers['x-akarion-api-token'],
      key: headers['idempotency-key'],
      type: headers['content-type'],
      body: Buffer.concat(chunks).toString(),
    });
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/annals`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  seen.length = 0;
  changeState({ env: undefined });
});

/** How to run a program in each language. */
const commands: Record<CodeFormat, readonly [command: string, ...options: string[]]> = {
  curl: ['bash', '-c'],
  typescript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};
const installed = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const needed: Record<CodeFormat, string> = { curl: 'curl', typescript: 'node', python: 'python3' };

async function run(format: CodeFormat, call: WrittenCall): Promise<string> {
  const [command, ...options] = commands[format];
  const { stdout } = await promisify(execFile)(
    command,
    [...options, codeOf(format, call, address)],
    {
      env: { ...process.env, ANNALS_TOKEN: 'ann_t0ken' },
    },
  );
  return stdout;
}

const hard = {
  text: 'it\'s "quoted" $HOME `id` \\ ü 🌳 %s',
  list: [1, true, false, null, { a: [] }],
  left: undefined,
};

for (const format of ['curl', 'typescript', 'python'] as const) {
  it.runIf(installed(needed[format]))(
    `${format}: sends a read with its query and token`,
    async () => {
      const url = '/v1/users?name=O%27Hara%20%26%20Co&sort=-name&role=A&role=B';
      expect(await run(format, { method: 'GET', url })).toContain('"ok":true');
      expect(seen).toMatchObject([{ method: 'GET', url: `/api/annals${url}`, token: 'ann_t0ken' }]);
    },
  );

  it.runIf(installed(needed[format]))(
    `${format}: sends any text in the body of a search`,
    async () => {
      await run(format, { method: 'POST', url: '/v1/search', body: hard });
      expect(seen).toMatchObject([{ method: 'POST', type: 'application/json' }]);
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual(JSON.parse(JSON.stringify(hard)));
    },
  );

  it.runIf(installed(needed[format]))(
    `${format}: sends a public write without body and token`,
    async () => {
      await run(format, { method: 'DELETE', url: '/v1/things/1', isPublic: true });
      expect(seen).toMatchObject([{ method: 'DELETE', token: undefined, body: '' }]);
    },
  );
}

it.each(['typescript', 'python'] as const)(
  '%s: sends a new idempotency key with each run',
  async (format) => {
    if (!installed(needed[format])) return;
    const call = { method: 'POST', url: '/v1/things', body: {}, takesIdempotencyKey: true };
    await run(format, call);
    await run(format, call);
    const keys = seen.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[\w-]{36}$/);
  },
);

it('omits the token from code, except in the first call with a new token', () => {
  const call = { method: 'GET', url: '/v1/users' };
  expect(codeOf('curl', call, 'https://a.example/api/annals')).toBe(
    'curl \'https://a.example/api/annals/v1/users\' \\\n  -H "X-Akarion-Api-Token: $ANNALS_TOKEN"',
  );
  expect(firstCall('ann_s3cret')).toContain("-H 'X-Akarion-Api-Token: ann_s3cret'");
});

it('uses the configured public address', () => {
  expect(apiAddress()).toBe(`${window.location.origin}/api/annals`);
  changeState({
    env: {
      PRODUCT_NAME: 'annals',
      AUTHENTICATION_ENDPOINT: 'http://127.0.0.1:3001',
      PUBLIC_URL: 'https://annals.example.org/',
    },
  });
  expect(apiAddress()).toBe('https://annals.example.org/api/annals');
});
