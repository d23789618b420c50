import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { startListener } from './data-listener.ts';
import { insertLargestRows } from './largest-rows.ts';

/**
 * The data service with rows of a megabyte in a separate process. It prints where it listens and what it has, and for
 * each input line its peak memory in kilobytes, until its input ends.
 */
const [place = '', templateFile, evidenceProgram] = process.argv.slice(2);
const database = await openDatabase(
  place.startsWith('postgres')
    ? { databaseUrl: place, log: quiet }
    : { dataDir: place, templateFile, log: quiet },
);
const service = await startListener(database, { evidenceProgram });
const rows = await insertLargestRows(database, service);
process.stdout.write(`${JSON.stringify({ origin: service.origin, rows })}\n`);
for await (const _ of createInterface({ input: process.stdin }))
  process.stdout.write(`${peakMemory()}\n`);
await service.close();
await database.close();

/**
 * In kilobytes. On Linux not from `resourceUsage`, which begins with the peak of the process that started this one
 * (getrusage(2): it is kept across execve).
 */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
