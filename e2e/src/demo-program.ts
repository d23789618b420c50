import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program on demo data that Playwright starts once and all browser tests but a few share. */
export const demoProgram = {
  port: 3950,
  /** A name, not an address: passkeys are for names. */
  url: 'http://localhost:3950',
  /** Where programs with an API token call. */
  authenticationEndpoint: 'http://127.0.0.1:3951',
  password: 'rings of a very old tree',
  /** The tests cite the dates of the demo data: they are left as they are. */
  day: '2026-08-21',
  /** The workers read the configuration again, and must find the folder that was made first. */
  dataDirectory: (process.env['ANNALS_E2E_DATA_DIR'] ??= mkdtempSync(
    join(tmpdir(), 'annals-e2e-'),
  )),
};

/** The identity provider that tests start. It stands on loopback, so the program is told to let it in. */
export const peerHost = '127.0.0.1:3985';
