import { measureAtSize } from './at-size.ts';
import { readArguments, refuseArguments } from './command-arguments.ts';
import { measureDeployments } from './deployments.ts';
import { measureEvents } from './events.ts';
import { measureFelt } from './felt/felt.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureGridScroll } from './grid-scroll.ts';
import { measureImport } from './import.ts';
import { measureKnownUnknown } from './known-unknown.ts';
import { describeMachine } from './machine.ts';
import { measureOverload } from './overload.ts';
import { measurePagesRead } from './pages-read.ts';
import { measurePartitions } from './partitions.ts';
import { measurePath } from './path/path.ts';
import { measurePgbench } from './pgbench.ts';
import { measureProofs } from './proofs.ts';
import { measureProxy } from './proxy.ts';
import { measureRecordedReads } from './recorded-reads.ts';
import { measureServices } from './services/services.ts';
import { measureSideBySide } from './side-by-side.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start.ts';
import { measureTransactions } from './transactions.ts';
import { measureUsers } from './users.ts';
import { measureVacuum } from './vacuum.ts';
import { measureVerify } from './verify.ts';
import { measureWorkers } from './workers.ts';

const usage = `npm run bench [-- BENCHMARK …]   (without a name: those that measure performance and do not take long)
--seconds 20, --duration 5, --rounds 3, --minutes 60, --versions 1000000, --before COMMIT, --cases A,B,
--documents 1kb,4kb, --database postgresql|embedded, --keep: for those that take them (bench/README.md)`;
const { values, positionals: requested } = readArguments(
  {
    seconds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    database: { type: 'string', default: 'postgresql' },
    cases: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    duration: { type: 'string', default: '5' },
    documents: { type: 'string', default: '1kb,4kb' },
    keep: { type: 'boolean', default: false },
    versions: { type: 'string', default: '1000000' },
    before: { type: 'string', default: 'HEAD^' },
  },
  usage,
);

const benchmarks: Record<string, () => Promise<string>> = {
  'first-load': measureFirstLoad,
  felt: measureFelt,
  'grid-scroll': measureGridScroll,
  proxy: measureProxy,
  services: () =>
    measureServices({
      cases: values.cases?.split(','),
      rounds: Number(values.rounds),
      seconds: Number(values.duration),
      documents: values.documents.split(','),
      keep: values.keep,
    }),
  'recorded-reads': () =>
    measureRecordedReads({ rounds: Number(values.rounds), seconds: Number(values.duration) }),
  events: () => measureEvents(Number(values.versions)),
  import: measureImport,
  'at-size': () => measureAtSize(Number(values.versions)),
  transactions: measureTransactions,
  proofs: measureProofs,
  verify: measureVerify,
  'known-unknown': measureKnownUnknown,
  users: measureUsers,
  'pages-read': measurePagesRead,
  partitions: measurePartitions,
  path: measurePath,
  deployments: () => measureDeployments(Number(values.seconds)),
  pgbench: () => measurePgbench(Number(values.seconds)),
  workers: measureWorkers,
  start: measureStart,
  vacuum: measureVacuum,
  overload: () => measureOverload(Number(values.seconds)),
  'side-by-side': () =>
    measureSideBySide({
      before: values.before,
      rounds: Number(values.rounds),
      seconds: Number(values.duration),
    }),
  soak: () =>
    measureSoak({
      minutes: Number(values.minutes),
      database: values.database === 'embedded' ? 'embedded' : 'postgresql',
    }),
};
/** Benchmarks that take long, or that do not measure performance. */
const onlyOnRequest = new Set([
  'at-size',
  'deployments',
  'events',
  'path',
  'side-by-side',
  'soak',
  'vacuum',
]);

const unknown = requested.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0)
  refuseArguments(
    `There is no benchmark ${unknown.join(', ')}; choose from ${Object.keys(benchmarks).join(', ')}.`,
    usage,
  );

console.log(describeMachine());
for (const [name, measure] of Object.entries(benchmarks)) {
  if (requested.length > 0 ? !requested.includes(name) : onlyOnRequest.has(name)) continue;
  console.log(`\n## ${name}\n`);
  console.log(await measure());
}
