import { spawn } from 'node:child_process';

export interface ServerProcess {
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server and resolves when this address responds. */
export async function startServer(
  program: string,
  words: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; readyAt: string },
): Promise<ServerProcess> {
  const { cwd, env, readyAt } = options;
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const responds = () =>
    fetch(readyAt).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!(await responds())) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended before it was ready.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', killAtExit);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

/** @throws unless the call succeeds */
export async function callJson<Response>(
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Response;
}
