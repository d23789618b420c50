import type { Worker } from 'node:worker_threads';
import { startThread } from '@annals/kit/source-or-bundle';
import type { LoggedVersion, ProvenJson } from './proven-version.ts';

/** A version of thousands of values, whose data is the text of its JSON. */
export type WideVersion = Omit<LoggedVersion, 'objectData'> & { objectDataText: string };

/** In bytes of leaves: of a few thousand values, which take some ten milliseconds to parse, hash and write. */
export const wideLeaves = 64 * 1024;

/** With its data, which takes some ten milliseconds for a wide version. */
export function withData(version: LoggedVersion | WideVersion): LoggedVersion {
  if (!('objectDataText' in version)) return version;
  const { objectDataText, ...rest } = version;
  return { ...rest, objectData: JSON.parse(objectDataText) as Record<string, unknown> };
}

export interface WideOrder {
  partitionId: string;
  version: WideVersion;
}

export type WideReply = { number: number } & ({ proven: ProvenJson } | { failed: string });

interface Waiting {
  resolve: (proven: ProvenJson) => void;
  reject: (error: Error) => void;
}

/**
 * A thread that proves wide versions, one after the other. It is started when first needed, and again if it has ended.
 */
export class WideVersionThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #orders = 0;

  async prove(order: WideOrder): Promise<ProvenJson> {
    const worker = (this.#worker ??= this.#start());
    const number = (this.#orders += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, order });
    });
  }

  /** Terminates the thread; what waits for it fails. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startThread('./wide-version-worker.ts', import.meta.url);
    worker.unref();
    worker.on('message', (reply: WideReply) => {
      const waiting = this.#waiting.get(reply.number);
      this.#waiting.delete(reply.number);
      if ('proven' in reply) waiting?.resolve(reply.proven);
      else waiting?.reject(new Error(reply.failed));
    });
    const end = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that proves wide versions stopped.')));
    return worker;
  }
}
