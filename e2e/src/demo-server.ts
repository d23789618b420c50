import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { programFile } from './program.ts';

/**
 * Serves the demo data until it is stopped: from PostgreSQL if it is installed, which takes a third less CPU
 * time, and from the embedded database in the exhaustive run. The same applies to the program of the
 * hostile-strings test; the first-start test always uses the embedded database.
 */
const bin = exhaustive ? undefined : await findPostgresql();
const postgresql = bin === undefined ? undefined : await startPostgresql(bin);

const program = spawn(process.execPath, [programFile, 'serve', '--demo'], {
  stdio: 'inherit',
  env: { ...process.env, ...(postgresql && { DATABASE_URL: postgresql.url, WORKERS: '1' }) },
});
const end = () => program.kill();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
const [code] = (await once(program, 'exit')) as [number | null];
await postgresql?.remove();
process.exit(code ?? 1);
