import { readArguments, refuseArguments } from '../src/command-arguments.ts';
import { fillDisk } from './disk-full.ts';
import { failOver } from './failover.ts';
import { floodServer } from './flood/flood.ts';
import { killUnderCommits, killUnderAllWrites, killUnderEvents } from './kills.ts';
import { restartPostgresql } from './restarts.ts';
import { startConcurrently } from './starts.ts';
import { upgradeUnderLoad } from './upgrade/upgrade.ts';
import { killDuringDelivery } from './webhooks.ts';

const usage = `npm run faults -- kills [--rounds 200] [--database embedded|postgresql|cluster]
npm run faults -- commits [--rounds 200] [--database embedded|postgresql|cluster]   (kills during transactions and commits of change sets)
npm run faults -- events [--rounds 200] [--database embedded|postgresql|cluster]   (kills during changes that leave events in the audit log)
npm run faults -- webhooks [--rounds 50] [--database embedded|postgresql]   (kills while webhook messages are sent)
npm run faults -- restarts [--rounds 30]
npm run faults -- starts
npm run faults -- upgrade [--versions 5000000] [--before COMMIT]   (the previous version)
npm run faults -- failover [--rounds 10] [--pooler]   (kills the primary under Patroni; with PgBouncer)
npm run faults -- disk-full [--database embedded|postgresql]
npm run faults -- flood [--rounds 10] [--database embedded|postgresql] [--attack blame]   (rounds: the seconds of each measurement; the attacks whose names contain the word)
--port 4310 is the first of the ports that a script takes.`;

const scripts = {
  kills: killUnderAllWrites,
  commits: killUnderCommits,
  events: killUnderEvents,
  restarts: restartPostgresql,
  starts: startConcurrently,
  'disk-full': fillDisk,
  failover: failOver,
  flood: floodServer,
  upgrade: upgradeUnderLoad,
  webhooks: killDuringDelivery,
};

const { positionals, values } = readArguments(
  {
    rounds: { type: 'string' },
    versions: { type: 'string', default: '5000000' },
    before: { type: 'string' },
    database: { type: 'string' },
    pooler: { type: 'boolean', default: false },
    attack: { type: 'string' },
    port: { type: 'string', default: '4310' },
  },
  usage,
);
const name = positionals[0] ?? '';
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const port = Number(values.port);
const versions = Number(values.versions);
if (!Object.hasOwn(scripts, name))
  refuseArguments(`Name a script: ${Object.keys(scripts).join(', ')}.`, usage);
if (!(port > 0) || !(versions > 0) || (rounds !== undefined && !(rounds > 0)))
  refuseArguments('--port, --versions and --rounds are numbers above 0.', usage);
const script = scripts[name as keyof typeof scripts];
process.exitCode = (await script({
  rounds,
  port,
  versions,
  before: values.before,
  attack: values.attack,
  database: values.database,
  pooler: values.pooler,
}))
  ? 0
  : 1;
