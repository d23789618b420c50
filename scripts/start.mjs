// npm start: does everything from a fresh clone to a running server. Arguments such as `npm start -- --demo`
// are passed on.
import { build } from './build.mjs';
import { installPackages, requireNode } from './setup.mjs';

requireNode();
installPackages();
build();
// Runs in this process, so that it receives the signals and uses the terminal.
const args = process.argv.slice(2);
process.argv.splice(2, args.length, 'serve', ...args);
await import('../dist/annals.mjs');
