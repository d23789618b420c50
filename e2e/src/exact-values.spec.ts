import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from './annals.ts';
import { portOf } from './ports.ts';
import { startProgram, type RunningProgram } from './program.ts';

const numbers = '"n":[9007199254740993,1.10,1e400,0.99999999999999999999,-0]';
const unit = `{"id":42,"name":"Lantern",${numbers},"__proto__":{"x":1},"cost":1,"cost":2.0}`;

/** A pair of services that number their users as databases do, and know the calls that the test needs. */
const answers: Readonly<Record<string, string>> = {
  'GET /v1/auth': '{}',
  'GET /v1/users/current': '{"id":1,"username":"ada","roles":["GLOBAL_MASTER"]}',
  'GET /v1/partitions/all/users/current': '{"id":1}',
  'GET /v1/users':
    '[{"id":1234567890123456788,"username":"grace"},{"id":1234567890123456789,"username":"alan"}]',
  'GET /v1/users/1234567890123456789': `{"id":1234567890123456789,"username":"alan",${numbers}}`,
  'GET /v1/organizational-units': `[${unit}]`,
  'GET /v1/organizational-units/42?include=id&include=name': '{"id":42,"name":"Lantern"}',
  'PUT /v1/organizational-units/42': unit,
  'GET /v1/partitions': '[{"id":7,"partitionName":"Harbour"}]',
  'GET /v1/partitions/7': '{"id":7,"partitionName":"Harbour"}',
  'GET /v1/partitions/7/timelines/9007199254740993/objects/latest': `{"objectData":{"title":"Buoy","weight":1.10,"serial":9007199254740993}}`,
};

const received: { line: string; body: string }[] = [];
let service: Server;
let program: RunningProgram;

test.beforeAll(async () => {
  service = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    void text(request).then((body) => {
      received.push({ line, body });
      const answer = answers[line];
      response
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(answer ?? '{"error":"There is no such thing."}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  program = await startProgram([], {
    PORT: String(portOf('exactValues')),
    AUTHENTICATION_ENDPOINT: endpoint,
    ANNALS_ENDPOINT: endpoint,
  });
});
test.afterAll(async () => {
  await program?.stop();
  service?.close();
});
test.beforeEach(async ({ page }) => {
  received.length = 0;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = `${encode({ alg: 'none' })}.${encode({ roles: ['GLOBAL_MASTER'] })}.x`;
  await page.addInitScript((auth) => localStorage.setItem('auth', auth), token);
});

test.use({ baseURL: `http://127.0.0.1:${portOf('exactValues')}` });

const lines = () => received.map(({ line }) => line);

test('the link to a user leads to that user, however many digits the id has', async ({ page }) => {
  await page.goto('/v1/users');
  await page.getByRole('link', { name: 'alan', exact: true }).click();
  await expect(page).toHaveURL(/\/v1\/users\/1234567890123456789$/);
  await expect(page.getByText(/9007199254740993,\s+1\.10,\s+1e400,/)).toBeVisible();
  expect(lines().filter((line) => line.startsWith('GET /v1/users/1'))).toContain(
    'GET /v1/users/1234567890123456789',
  );
  expect(lines().filter((line) => /\d{16}/.test(line) && !line.endsWith('6789'))).toEqual([]);
});

test('saving a unit sends back every other field as the service wrote it', async ({ page }) => {
  await page.goto('/v1/organizational-units/42/edit');
  await page.getByRole('textbox', { name: 'Name' }).fill('Torch');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(lines).toContain('PUT /v1/organizational-units/42');
  const { body } = received.find(({ line }) => line.startsWith('PUT')) ?? {};
  expect(body).toBe(`{${numbers},"__proto__":{"x":1},"cost":1,"cost":2.0,"id":42,"name":"Torch"}`);
});

test('an object is shown with the numbers that the service told', async ({ page }) => {
  await page.goto('/v1/partitions/7/timelines/9007199254740993/objects/latest');
  await expect(page.getByText('9007199254740993', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('1.10', { exact: true }).first()).toBeVisible();
});
