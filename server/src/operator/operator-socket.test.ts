import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLog } from '../logging.ts';
import { askServer } from './operator-client.ts';
import { openOperatorSocket, type OperatorSocket } from './operator-socket.ts';
import { OperatorRefused } from './protocol.ts';

let directory: string;
let socket: OperatorSocket;
let copies = 0;

const actions = {
  copy: async () => {
    copies += 1;
    const copy = path.join(directory, `snapshot-${copies}`);
    mkdirSync(copy);
    return copy;
  },
  rotateKey: async ({ compromised }: { compromised: boolean }) => {
    if (compromised) throw new OperatorRefused('Not this one.');
    throw new Error('the password is hunter2');
  },
  deleteSignInRules: async () => '2 sign-in rules deleted.',
  recordFindings: async (findings: readonly string[]) => findings.join(', '),
};
const open = () => openOperatorSocket(directory, actions, makeLog('silent'));

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-operator-'));
  mkdirSync(path.join(directory, 'snapshot-left'));
  socket = await open();
});
afterEach(async () => {
  await socket.close();
  rmSync(directory, { recursive: true, force: true });
});

it('is accessible only to the owner, and replaces what a killed server left', () => {
  expect(statSync(path.join(directory, 'operator')).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['operator']);
});

it('keeps a copy as long as the client is connected', async () => {
  const reply = await askServer(directory, { ask: 'copy' });
  expect(existsSync(reply?.done ?? '')).toBe(true);
  reply?.close();
  await expect.poll(() => existsSync(reply?.done ?? '')).toBe(false);
});

it('notifies the client that the server is gone', async () => {
  const reply = await askServer(directory, { ask: 'copy' });
  await socket.close();
  await expect(reply?.lost).rejects.toThrow('The server stopped in the meantime.');
  expect(await askServer(directory, { ask: 'copy' })).toBeUndefined();
});

it('records what a verification of a copy found', async () => {
  const findings = ['Patients: 3', 'audit log: 1'];
  const reply = await askServer(directory, { ask: 'record-findings', findings });
  expect(reply?.done).toBe('Patients: 3, audit log: 1');
  reply?.close();
});

it('deletes the sign-in rules of a server that runs', async () => {
  const reply = await askServer(directory, { ask: 'delete-sign-in-rules' });
  expect(reply?.done).toBe('2 sign-in rules deleted.');
  reply?.close();
});

it('reports why it refuses, but not its internal errors', async () => {
  const rotation = { ask: 'rotate-key', key: 'signing' } as const;
  await expect(askServer(directory, { ...rotation, compromised: true })).rejects.toThrow(
    'Not this one.',
  );
  await expect(askServer(directory, { ...rotation, compromised: false })).rejects.toThrow(
    'The server failed; see its log.',
  );
  for (const line of ['{"ask":"drop"}\n', 'x\n', `${'x'.repeat(20_000)}\n`]) {
    const connection = connect(path.join(directory, 'operator')).setEncoding('utf8');
    connection.on('error', () => undefined).write(line);
    expect(await text(connection)).toContain('does not know this request');
  }
});

it('replaces the socket that a killed server left', async () => {
  await socket.close();
  socket = await open();
  expect(await askServer(directory, { ask: 'copy' })).toBeDefined();
});
