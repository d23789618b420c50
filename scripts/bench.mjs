// `npm run bench`: builds, then runs the benchmarks (bench/README.md). Arguments select: first-load, felt,
// grid-scroll, proxy, services, import, transactions, proofs, verify, known-unknown, users, pages-read,
// partitions, pgbench, workers, start, overload; soak and deployments run only when selected.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/src/main.ts');
