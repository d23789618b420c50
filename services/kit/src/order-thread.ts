import { parentPort, type Transferable, type Worker } from 'node:worker_threads';
import { startThread } from './source-or-bundle.ts';

interface Waiting<Result> {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

type Reply<Result> = { number: number } & ({ result: Result } | { failed: string });

/** A thread that carries out orders, one after the other. It is started when first needed, and again if it has ended. */
export class OrderThread<Order, Result> {
  readonly #module: string;
  readonly #base: string;
  readonly #env: NodeJS.ProcessEnv | undefined;
  readonly #waiting = new Map<number, Waiting<Result>>();
  #worker: Worker | undefined;
  #orders = 0;

  /**
   * @param module which calls `carryOutOrders`
   * @param base of the calling module
   * @param env the environment of the thread; omitted: none
   */
  constructor(module: string, base: string, env?: NodeJS.ProcessEnv) {
    this.#module = module;
    this.#base = base;
    this.#env = env;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  async send(order: Order): Promise<Result> {
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
    const worker = startThread(this.#module, this.#base, this.#env);
    worker.unref();
    worker.on('message', (reply: Reply<Result>) => {
      const waiting = this.#waiting.get(reply.number);
      this.#waiting.delete(reply.number);
      if ('result' in reply) waiting?.resolve(reply.result);
      else waiting?.reject(new Error(reply.failed));
    });
    const end = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('A thread stopped before it was done.')));
    return worker;
  }
}

/**
 * In the thread: carries out the orders that it is sent.
 * @param transferable what of a result is moved instead of copied
 */
export function carryOutOrders<Result>(
  carryOut: (order: never) => Result | Promise<Result>,
  transferable: (result: Result) => Transferable[] = () => [],
): void {
  if (parentPort === null) throw new Error('Orders are carried out in a thread.');
  const port = parentPort;
  const reply = async (number: number, order: never): Promise<void> => {
    try {
      const result = await carryOut(order);
      port.postMessage({ number, result } satisfies Reply<Result>, transferable(result));
    } catch (error) {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ number, failed } satisfies Reply<Result>);
    }
  };
  let last = Promise.resolve();
  port.on('message', ({ number, order }: { number: number; order: never }) => {
    last = last.then(() => reply(number, order));
  });
}
