// `npm run faults -- kills`: builds, then injects faults (bench/README.md). Also: restarts, starts, disk-full.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/faults/main.ts');
