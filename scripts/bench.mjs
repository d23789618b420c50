// `npm run bench`: builds, then runs the benchmarks, or those named by arguments (bench/README.md). The comparison with
// other products is a program of its own.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild(process.argv[2] === 'peers' ? 'bench/peers/main.ts' : 'bench/src/main.ts');
