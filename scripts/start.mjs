// npm start: does everything from a fresh clone to a running server. Arguments such as `npm start -- --demo`
// are passed on.
import path from 'node:path';
import { build } from './build.mjs';
import { installPackages, root } from './setup.mjs';

// npm may end during the build.
const { ppid } = process;
installPackages();
build();
if (isAbandoned()) process.exit(143);
// Runs in this process, so that it receives the signals and uses the terminal; as the program itself, which worker
// processes start again.
process.argv.splice(1, 1, path.join(root, 'dist/annals.mjs'), 'serve');
stopWithNpm();
await import('../dist/annals.mjs');

/** npm sends SIGTERM to the shell between the two, which ends without passing it on. */
function isAbandoned() {
  return process.env['npm_lifecycle_event'] === 'start' && process.ppid !== ppid;
}

function stopWithNpm() {
  const timer = setInterval(() => {
    if (!isAbandoned()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
