// npm run dev: restarts the server and both services when their source changes; Vite serves the console with
// hot reload.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installPackages, root } from './setup.mjs';

installPackages();

const consolePort = 5173;
const { createServer } = await import('vite');
const vite = await createServer({
  root: path.join(root, 'console'),
  server: { host: 'localhost', port: consolePort, strictPort: true },
});

const server = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    'server/src/main.ts',
    'serve',
    '--demo',
    '--no-files',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      DATA_DIR: './var/dev',
      DEMO_PASSWORD: 'rings of a tree',
      LOG_LEVEL: 'warn',
      ...process.env,
      // Vite forwards calls to this port. Pages, and with them links and the Origin, belong to Vite's port.
      PORT: '3000',
      PUBLIC_URL: `http://localhost:${consolePort}`,
    },
  },
);

await vite.listen();
vite.printUrls();

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await vite.close();
};
server.once('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1);
  void stop();
});
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
