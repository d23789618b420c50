// `npm run citus`: runs the tests of the data service, of the distribution and of its backup on the Citus cluster whose
// coordinator CITUS_URL names (docs/operations.md). Words after `--` choose files. It makes databases named test_… on all
// servers of the cluster, and drops them. The tests that kill a worker start a cluster of their own beside it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, requireNode, root } from './setup.mjs';

const url = process.env.CITUS_URL;
if (url === undefined) {
  console.error(
    'Name the coordinator in CITUS_URL, as a superuser: postgres://postgres@127.0.0.1:5432/postgres. Its database needs the extension and the workers.',
  );
  process.exit(2);
}
requireNode();
installPackages();
const chosen = process.argv.slice(2);
const files =
  chosen.length > 0
    ? chosen
    : [
        'services/data/src',
        'services/kit/src/distribution',
        'server/src/backup-under-writes.test.ts',
      ];
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', '--project', 'services', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ANNALS_TEST_DATABASE_URL: url },
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
