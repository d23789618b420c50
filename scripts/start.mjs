// npm start: does everything from a fresh clone to a running server. Arguments such as `npm start -- --demo`
// are passed on.
import { build } from './build.mjs';
import { installPackages, requireNode } from './setup.mjs';

requireNode();
installPackages();
build();
// Imported into this process, so that the server receives its signals and the terminal.
const words = process.argv.slice(2);
process.argv.splice(2, words.length, 'serve', ...words);
await import('../dist/annals.mjs');
