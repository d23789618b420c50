// `npm run citus`: runs the tests of the data service, of the distribution and of its backup on the Citus
// cluster whose coordinator CITUS_URL names (docs/operations.md). Arguments after `--` select files; options
// are passed to Vitest. It creates databases named test_… on all servers of the cluster and drops them. The
// tests that kill a worker start their own cluster beside it; so do the ledger and the benchmark, which follow
// the tests with `-- --all`.
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
const given = process.argv.slice(2);
const options = given.filter((word) => word.startsWith('-') && word !== '--all');
const chosen = given.filter((word) => !word.startsWith('-'));
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
  ['run', '--project', 'services', ...options, ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ANNALS_TEST_DATABASE_URL: url },
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
const more = [
  ['faults.mjs', 'kills', '--database', 'citus', '--rounds', '20'],
  ['bench.mjs', 'deployments'],
];
for (const [script = '', ...words] of given.includes('--all') ? more : []) {
  const file = join(root, 'scripts', script);
  const ended = spawnSync(process.execPath, [file, ...words], { cwd: root, stdio: 'inherit' });
  if (ended.status !== 0) process.exitCode = 1;
}
