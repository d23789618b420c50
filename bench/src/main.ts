import { cpus, totalmem } from 'node:os';
import { measureFelt } from './felt/felt.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureKnownUnknown } from './known-unknown.ts';
import { measurePagesRead } from './pages-read.ts';
import { measureProofs } from './proofs.ts';
import { measureProxy } from './proxy.ts';
import { measureServices } from './services.ts';
import { measureUsers } from './users.ts';
import { measureVerify } from './verify.ts';

const benchmarks = {
  'first-load': measureFirstLoad,
  felt: measureFelt,
  proxy: measureProxy,
  services: measureServices,
  proofs: measureProofs,
  verify: measureVerify,
  'known-unknown': measureKnownUnknown,
  users: measureUsers,
  'pages-read': measurePagesRead,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; choose from ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(2);
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n## ${name}\n`);
  console.log(await measure());
}
