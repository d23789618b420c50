// npm start: everything from a fresh clone to a running server. `npm start -- --demo` passes its words on.
import { build } from './build.mjs';
import { installPackages, requireNode } from './setup.mjs';

requireNode();
installPackages();
build();
// In this process, so that signals and the terminal are the server's own.
const words = process.argv.slice(2);
process.argv.splice(2, words.length, 'serve', ...words);
await import('../dist/annals.mjs');
