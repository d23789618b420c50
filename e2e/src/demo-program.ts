import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from './ports.ts';

const port = portOf('demo');

/** The program on demo data that Playwright starts once and almost all browser tests share. */
export const demoProgram = {
  port,
  /** A host name, because passkeys do not work with IP addresses. */
  url: `http://localhost:${port}`,
  /** The address for calls with an API token. */
  authenticationEndpoint: `http://127.0.0.1:${port + 1}`,
  password: 'rings of a very old tree',
  /** Keeps the dates of the demo data unchanged, because tests refer to them. */
  day: '2026-08-21',
  /** Each worker reads the configuration again and must find the directory that was created first. */
  dataDirectory: (process.env['ANNALS_E2E_DATA_DIR'] ??= mkdtempSync(
    join(tmpdir(), 'annals-e2e-'),
  )),
};

/** The identity provider that tests start. It listens on loopback, so the program has to allow its host. */
export const peerHost = `127.0.0.1:${portOf('identityProvider')}`;

/** The webhook receiver that a test starts. The program has to allow its host. */
export const receiverHost = `127.0.0.1:${portOf('webhookReceiver')}`;
