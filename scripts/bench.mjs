// `npm run bench`: builds, then measures (bench/README.md). Arguments choose: first-load, proxy, services, proofs, verify,
// known-unknown, users, pages-read.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/src/main.ts');
