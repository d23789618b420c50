// `npm run bench`: builds, then measures (bench/README.md). Arguments choose: first-load, felt, grid-scroll, proxy, services,
// import, transactions, proofs, verify, known-unknown, users, pages-read, partitions, pgbench, workers, start, overload; and soak and deployments, which run only when asked for.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/src/main.ts');
