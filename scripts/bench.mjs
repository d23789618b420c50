// `npm run bench`: builds, then runs the benchmarks, or those named by arguments (bench/README.md).
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('bench/src/main.ts');
