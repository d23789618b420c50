import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ChildServer {
  url: string;
  stop(): void;
}

/** Runs a file of this folder as a server in its own process, so that it does not share a thread with the load. */
export async function startChildServer(name: string, ...args: string[]): Promise<ChildServer> {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const url of createInterface({ input: child.stdout }))
    return { url, stop: () => child.kill() };
  throw new Error(`${name} ended before it listened.`);
}

/** Listens on a free port of the child process and reports it to the parent. */
export function listenAsChild(server: Server): void {
  server.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}
