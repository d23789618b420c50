import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Two checkouts can run their browser tests at once, each with forty ports of its own from here on. */
export const firstPort = Number(process.env['ANNALS_E2E_PORT'] ?? 3950);

/** The program on demo data that Playwright starts once and all browser tests but a few share. */
export const demoProgram = {
  port: firstPort,
  /** A name, not an address: passkeys are for names. */
  url: `http://localhost:${firstPort}`,
  /** Where programs with an API token call. */
  authenticationEndpoint: `http://127.0.0.1:${firstPort + 1}`,
  password: 'rings of a very old tree',
  /** The tests cite the dates of the demo data: they are left as they are. */
  day: '2026-08-21',
  /** The workers read the configuration again, and must find the folder that was made first. */
  dataDirectory: (process.env['ANNALS_E2E_DATA_DIR'] ??= mkdtempSync(
    join(tmpdir(), 'annals-e2e-'),
  )),
};

/** The identity provider that tests start. It stands on loopback, so the program is told to let it in. */
export const peerHost = `127.0.0.1:${firstPort + 35}`;

/** The receiver of webhooks that a test starts; the program is told to send there too. */
export const receiverHost = `127.0.0.1:${firstPort + 34}`;
