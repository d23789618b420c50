// `npm run cluster`: runs the tests of the data service, of the distribution and of its backup on the Citus
// cluster whose coordinator CLUSTER_URL names (docs/operations.md). Arguments after `--` select files; options
// are passed to Vitest. It creates databases named test_… on all servers of the cluster and drops them.
// Tests that kill a worker start their own cluster. With `-- --all`, the kill script and the deployments
// benchmark run afterwards, also on their own clusters.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, root } from './setup.mjs';

const url = process.env.CLUSTER_URL;
if (url === undefined) {
  console.error(
    'Set CLUSTER_URL to the coordinator, with a superuser: postgres://postgres@127.0.0.1:5432/postgres. Its database needs the extension and the workers.',
  );
  process.exit(2);
}
installPackages();
const args = process.argv.slice(2);
const options = args.filter((argument) => argument.startsWith('-') && argument !== '--all');
const selected = args.filter((argument) => !argument.startsWith('-'));
const files =
  selected.length > 0
    ? selected
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
const scripts = [
  ['faults.mjs', 'kills', '--database', 'cluster', '--rounds', '20'],
  ['bench.mjs', 'deployments'],
];
for (const [script = '', ...scriptArgs] of args.includes('--all') ? scripts : []) {
  const file = join(root, 'scripts', script);
  const result = spawnSync(process.execPath, [file, ...scriptArgs], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) process.exitCode = 1;
}
