import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * A module that a process or a thread starts with: its source, or in a built program the bundle at the same place.
 * @param base of the calling module
 */
function sourceOrBundle(module: string, base: string): { url: URL; isSource: boolean } {
  const source = new URL(module, base);
  return existsSync(source)
    ? { url: source, isSource: true }
    : { url: new URL(module.replace(/\.ts$/, '.js'), base), isSource: false };
}

/**
 * Starts a module as a thread.
 * @param env its environment: none, unless it needs one
 */
export function startThread(module: string, base: string, env: NodeJS.ProcessEnv = {}): Worker {
  const { url, isSource } = sourceOrBundle(module, base);
  if (!isSource) return new Worker(url, { env, execArgv: [] });
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const start = `import(${tsx}).then(({ register }) => { register(); return import('${url.href}'); });`;
  return new Worker(start, { eval: true, env, execArgv: [] });
}

/** The arguments with which Node starts a module as a process. */
export function nodeArgumentsOf(
  module: string,
  base: string,
): { file: string; execArgv: string[] } {
  const { url, isSource } = sourceOrBundle(module, base);
  return {
    file: fileURLToPath(url),
    execArgv: isSource ? ['--import', import.meta.resolve('tsx')] : [],
  };
}
