// `npm run faults -- kills`: builds, then runs a fault script (bench/README.md).
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/faults/main.ts');
