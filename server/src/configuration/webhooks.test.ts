import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventWebhook, listEventWebhooks } from '@annals/contracts/event-webhooks';
import { createPartition } from '@annals/contracts/partitions';
import { changeWebhook, createWebhook, listWebhooks } from '@annals/contracts/webhooks';
import { ApiClient } from '../client/api-client.ts';
import { readConfig } from '../config.ts';
import { startServer, type RunningServer } from '../running-server.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { Apply, carryOut } from './apply.ts';
import { readCurrentState } from './current-state.ts';
import { exportFiles } from './export.ts';
import { readFiles } from './files.ts';
import { kinds } from './kinds.ts';
import { makePlan } from './plan.ts';

// Each test continues where the previous one ended.

const log = pino({ level: 'silent' });
const password = 'grey heron on the pier';
const master = 'master@example.org';
const ofAuditLog = 'audit-webhooks.yaml';
const ofPartition = 'webhooks/products.yaml';
const places: DatabaseLocation[] = [];
const servers: RunningServer[] = [];
const scratch = mkdtempSync(path.join(tmpdir(), 'annals-webhook-files-'));
const directory = path.join(scratch, 'configuration');

let source: ApiClient;
let target: ApiClient;

async function start(): Promise<ApiClient> {
  const place = await anyLocation();
  places.push(place);
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...place.variables,
  });
  const server = await startServer({ config, log, withoutFiles: true });
  servers.push(server);
  await server.services?.prepared;
  const roles = ['GLOBAL_MASTER'];
  await server.services?.authentication.createUser({ email: master, roles, password });
  const client = new ApiClient(server.localUrl ?? '');
  await client.signIn({ username: master, password });
  return client;
}

/** A partition with two webhooks, one of them disabled and without a description, and one of the audit log. */
async function furnish(one: ApiClient): Promise<void> {
  const { id } = await one.call(createPartition, { body: { partitionName: 'Products' } });
  const params = { partitionId: id };
  const url = 'https://receiver.invalid/annals';
  await one.call(createWebhook, {
    params,
    body: {
      url,
      description: 'Price list',
      eventTypes: ['object.changed', 'object.ended'],
      query: 'changes:price',
      references: [{ timelineId: id }],
    },
  });
  const { id: webhookId } = await one.call(createWebhook, {
    params,
    body: { url, eventTypes: ['values.erased'], includeData: true },
  });
  await one.call(changeWebhook, { params: { ...params, webhookId }, body: { enabled: false } });
  await one.call(createEventWebhook, { body: { url, description: 'SIEM', outcome: 'FAILURE' } });
}

const planOf = async (one = target) => {
  const current = await readCurrentState(one);
  const files = await readFiles(directory, kinds);
  return { current, plan: makePlan(current, files, { renewsSecrets: false }) };
};
const sentencesOf = async (one = target) =>
  (await planOf(one)).plan.changes.map(({ sentence }) => sentence);
async function applyNow(): Promise<string | undefined> {
  const { current, plan } = await planOf();
  const apply = new Apply(target, current, directory);
  await apply.readSecrets(plan.changes);
  return (await carryOut(plan.changes, apply, () => {})).stopped?.why;
}
const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');
const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
const auditWebhooks = async () => (await target.call(listEventWebhooks, { query: {} })).data;

beforeAll(async () => {
  [source, target] = await Promise.all([start(), start()]);
  await furnish(source);
  mkdirSync(directory, { recursive: true });
  await exportFiles(await readCurrentState(source), directory, false);
  // The two servers have their own accounts.
  unlinkSync(path.join(directory, 'grants.yaml'));
  write('partitions/products.yaml', 'kind: partition\nname: Products\n');
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const place of places) await place.remove();
  rmSync(scratch, { recursive: true, force: true });
});

it('round trip: an export is no change, and creates the same webhooks elsewhere', async () => {
  expect(await sentencesOf(source)).toEqual([]);
  expect(await sentencesOf()).toEqual([
    'Creates the partition Products.',
    'Creates the webhook Price list of Products: what happens in Products is sent to receiver.invalid.',
    'Creates the webhook https://receiver.invalid/annals of Products: what happens in Products is sent to receiver.invalid.',
    'Creates the webhook SIEM of the audit log: the audit log is sent to receiver.invalid.',
  ]);
  expect(await applyNow()).toBeUndefined();
  expect(await sentencesOf()).toEqual([]);
  const partitionId = (await readCurrentState(target)).partitions.get('Products')?.id ?? '';
  const { data } = await target.call(listWebhooks, { params: { partitionId }, query: {} });
  expect(data).toMatchObject([
    { description: 'Price list', query: 'changes:price', references: [{}], enabled: true },
    { description: '', eventTypes: ['values.erased'], includeData: true, enabled: false },
  ]);
  expect(await auditWebhooks()).toMatchObject([{ description: 'SIEM', outcome: 'FAILURE' }]);
  for (const file of [
    'webhooks/products-price-list',
    'webhooks/products-https-receiver-invalid-annals',
    'audit-webhooks/siem',
  ]) {
    expect(read(`secrets/${file}`)).toMatch(/^whsec_\S+\n$/);
    expect(statSync(path.join(directory, 'secrets', file)).mode & 0o777).toBe(0o600);
  }
});

it('describes them in the JSON Schema of the files', () => {
  expect(read('schema.json')).toContain('"audit-webhooks"');
  expect(read('schema.json')).toContain('secretFile');
});

it('creates no webhook whose secret cannot be stored', async () => {
  const before = read(ofAuditLog);
  write(ofAuditLog, `${before}  Second: { url: "https://second.invalid" }\n`);
  await expect(planOf()).rejects.toThrow(
    /audit-webhooks\.yaml:\d+: The webhook is new\. Name the secretFile/,
  );
  const taken = 'secretFile: secrets/audit-webhooks/siem';
  write(ofAuditLog, `${before}  Second: { url: "https://second.invalid", ${taken} }\n`);
  const secret = read('secrets/audit-webhooks/siem');
  expect(await applyNow()).toMatch(/cannot be written to secrets\/audit-webhooks\/siem/);
  expect(read('secrets/audit-webhooks/siem')).toBe(secret);
  expect(await auditWebhooks()).toHaveLength(1);
  write(ofAuditLog, before);
});

it('writes no secret outside the directory of the files', async () => {
  const before = read(ofAuditLog);
  const second = (secretFile: string) =>
    write(
      ofAuditLog,
      `${before}  Second: { url: "https://second.invalid", secretFile: "${secretFile}" }\n`,
    );
  for (const secretFile of ['../second', path.join(scratch, 'second')]) {
    second(secretFile);
    await expect(planOf()).rejects.toThrow(
      /audit-webhooks\.yaml:\d+: .*secretFile: This is not inside the directory/,
    );
  }
  symlinkSync(scratch, path.join(directory, 'link'));
  second('link/second');
  expect(await applyNow()).toMatch(/link\/second is not inside the directory/);
  expect(existsSync(path.join(scratch, 'second'))).toBe(false);
  expect(await auditWebhooks()).toHaveLength(1);
  unlinkSync(path.join(directory, 'link'));
  write(ofAuditLog, before);
});

it('reports what is sent where, changes it, and deletes what complete files do not contain', async () => {
  const before = read(ofAuditLog);
  const second = (url: string, more: string) =>
    write(ofAuditLog, `${before}  Second: { url: "${url}", ${more} }\n`);
  second('https://second.invalid', 'secretFile: secrets/second, actions: [role.changed]');
  expect(await applyNow()).toBeUndefined();
  expect(await sentencesOf()).toEqual([]);
  second('https://third.invalid', 'enabled: false');
  expect((await planOf()).plan.changes).toMatchObject([
    {
      sentence:
        'Changes the webhook Second of the audit log: the audit log is sent to third.invalid from now on.',
      details: ['url: "https://second.invalid/" → "https://third.invalid/"', 'enabled: yes → no'],
    },
  ]);
  expect(await applyNow()).toBeUndefined();
  expect((await auditWebhooks())[1]).toMatchObject({
    url: 'https://third.invalid/',
    actions: ['role.changed'],
    state: 'SWITCHED_OFF',
  });
  write(ofAuditLog, before);
  const { plan } = await planOf();
  expect([plan.changes, plan.leftAlone]).toEqual([
    [],
    expect.arrayContaining(['Webhooks of the audit log: Second']),
  ]);
  write(ofAuditLog, before.replace('complete: false', 'complete: true'));
  expect(await sentencesOf()).toEqual([
    'Deletes the webhook Second of the audit log: nothing is sent to third.invalid any more.',
  ]);
  expect(await applyNow()).toBeUndefined();
  expect(await auditWebhooks()).toHaveLength(1);
});

it('changes a filter of a partition’s webhook, and reports a problem with its line', async () => {
  const before = read(ofPartition);
  write(ofPartition, before.replace('changes:price', 'changes:title'));
  expect(await sentencesOf()).toEqual(['Changes the webhook Price list of Products.']);
  expect(await applyNow()).toBeUndefined();
  expect(await sentencesOf()).toEqual([]);
  write(ofPartition, before.replace(/^partition: .*$/m, 'partition: Nowhere'));
  await expect(planOf()).rejects.toThrow(/products\.yaml:\d+: There is no partition "Nowhere"/);
  write(ofPartition, before.replace('url: https://', 'url: no address '));
  await expect(planOf()).rejects.toThrow(/products\.yaml:\d+: Give the address/);
});
