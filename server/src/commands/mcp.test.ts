import { tmpdir } from 'node:os';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { programCommand, startProgram } from '../testing/running-program.ts';
import { ServicesUnderTest } from '../testing/services-under-test.ts';

let place: DatabaseLocation;
let services: ServicesUnderTest;
let front: ConsoleUnderTest;
let token: string;
let master: string;
let partition: string;

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables);
  const { authentication: upstream, data } = services.services.endpoints;
  front = await startConsole({ upstream, data });
  master = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  const made = { description: 'Assistant', scopes: ['read'], expiresDate: null };
  ({ token } = (await services.succeed('POST', '/v1/tokens', {
    token: master,
    data: made,
  })) as { token: string });
  const { id } = await services.succeed('POST', '/v1/partitions', {
    token: master,
    data: { partitionName: 'Products' },
  });
  partition = `/v1/partitions/${String(id)}`;
  await services.succeed('PUT', `${partition}/read-recording`, {
    token: master,
    service: 'data',
    data: { scope: 'EVERYTHING', durable: true },
  });
});
afterAll(async () => {
  await front.close();
  await services.close();
  await place.remove();
});

it('answers over standard input and output, with links to its server', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...programCommand, 'mcp', '--url', `${front.origin}/`],
    env: { PATH: process.env['PATH'] ?? '', ANNALS_TOKEN: token },
    stderr: 'pipe',
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('read_object');
  await client.callTool({ name: 'list_types', arguments: { partition: 'Products' } });
  const { structuredContent } = await client.callTool({ name: 'list_partitions', arguments: {} });
  expect(structuredContent).toMatchObject({
    partitions: [
      {
        partitionName: 'Products',
        link: expect.stringMatching(`^${front.origin}/v1/partitions/[\\w-]+$`) as unknown,
      },
    ],
  });
  // The partition's owner sees that an assistant read, also if it runs on another machine.
  const { data: reads } = await services.succeed('GET', `${partition}/reads`, {
    token: master,
    service: 'data',
  });
  expect(reads).toMatchObject([
    { call: 'GET /v1/partitions/{partitionId}/types', assistant: true },
  ]);
  const refused = { name: 'list_partitions', arguments: JSON.parse('{"__proto__":{}}') as {} };
  await expect(client.callTool(refused)).rejects.toThrow('The name "__proto__" is not allowed.');
  await client.close();
});

it.each([
  ['no token', {}, 'http://127.0.0.1:1', 2, 'Set ANNALS_TOKEN to an API token'],
  ['no address', { ANNALS_TOKEN: 'x' }, 'here', 2, '--url takes an address'],
])('%s: ends with a hint', async (_name, variables, url, code, message) => {
  const program = startProgram(['mcp', '--url', url], variables, tmpdir());
  expect((await program.exited).code).toBe(code);
  expect([program.output(), program.errors()]).toEqual(['', expect.stringContaining(message)]);
});

it('ends with a hint for a wrong token', async () => {
  const wrong = startProgram(['mcp', '--url', front.origin], { ANNALS_TOKEN: 'x' }, tmpdir());
  expect((await wrong.exited).code).toBe(1);
  expect(wrong.errors()).toContain('ANNALS_TOKEN is not a valid API token of this server');
});
