import { parseArgs } from 'node:util';
import { fillTheDisk } from './disk-full.ts';
import { failOver } from './failover.ts';
import { floodBoth } from './flood/flood.ts';
import { killCommits, killOnBoth } from './kills.ts';
import { restartAgainAndAgain } from './restarts.ts';
import { startTogether } from './starts.ts';
import { replaceUnderLoad } from './upgrade/upgrade.ts';
import { killWhileSending } from './webhooks.ts';

const usage = `npm run faults -- kills [--rounds 200] [--database embedded|postgresql|citus]
npm run faults -- commits [--rounds 200] [--database embedded|postgresql|citus]   (kills under transactions and change sets)
npm run faults -- webhooks [--rounds 50] [--database embedded|postgresql]   (kills while messages are sent)
npm run faults -- restarts [--rounds 30]
npm run faults -- starts
npm run faults -- upgrade [--versions 5000000] [--before COMMIT]   (the version that is replaced)
npm run faults -- failover [--rounds 10] [--pooler]   (kills of the primary under Patroni; with PgBouncer)
npm run faults -- disk-full [--database embedded|postgresql]
npm run faults -- flood [--rounds 10] [--database embedded|postgresql]   (rounds: seconds of each measurement)
With --port 4310: the first of the ports it takes.`;

const scripts = {
  kills: killOnBoth,
  commits: killCommits,
  restarts: restartAgainAndAgain,
  starts: startTogether,
  'disk-full': fillTheDisk,
  failover: failOver,
  flood: floodBoth,
  upgrade: replaceUnderLoad,
  webhooks: killWhileSending,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    versions: { type: 'string', default: '5000000' },
    before: { type: 'string' },
    database: { type: 'string' },
    pooler: { type: 'boolean', default: false },
    port: { type: 'string', default: '4310' },
  },
});
const name = positionals[0] ?? '';
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const port = Number(values.port);
const versions = Number(values.versions);
if (
  !(name in scripts) ||
  !(port > 0) ||
  !(versions > 0) ||
  (rounds !== undefined && !(rounds > 0))
) {
  console.error(usage);
  process.exit(2);
}
const script = scripts[name as keyof typeof scripts];
process.exitCode = (await script({
  rounds,
  port,
  versions,
  before: values.before,
  database: values.database,
  pooler: values.pooler,
}))
  ? 0
  : 1;
