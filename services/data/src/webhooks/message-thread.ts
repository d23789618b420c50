import { OrderThread } from '@annals/kit/order-thread';
import type { ProvenJson } from '../log/proven-version.ts';
import { proveWide, type WideOrder, type WideProver } from '../log/wide-version.ts';
import { writeVersion, type VersionOrder } from './version-json.ts';

type MessageOrder = { prove: WideOrder } | { write: VersionOrder };

/** In the thread. */
export const carryOut = (order: MessageOrder): ProvenJson | string =>
  'prove' in order ? proveWide(order.prove) : writeVersion(order.write);

/** A thread for the messages about wide versions, besides that of requests, which would wait for many webhooks. */
export class MessageThread implements WideProver {
  readonly #thread = new OrderThread<MessageOrder, ProvenJson | string>(
    './message-worker.ts',
    import.meta.url,
  );

  async prove(order: WideOrder): Promise<ProvenJson> {
    return (await this.#thread.send({ prove: order })) as ProvenJson;
  }

  async write(order: VersionOrder): Promise<string> {
    return (await this.#thread.send({ write: order })) as string;
  }

  /** Terminates the thread; what waits for it fails. */
  async close(): Promise<void> {
    await this.#thread.close();
  }
}
