import { OrderThread } from '@annals/kit/order-thread';
import { provenJson, type LoggedVersion, type ProvenJson } from './proven-version.ts';

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

export const proveWide = ({ partitionId, version }: WideOrder): ProvenJson =>
  provenJson(partitionId, withData(version));

/** Proves wide versions in a thread. */
export interface WideProver {
  prove(order: WideOrder): Promise<ProvenJson>;
}

/** A thread that proves wide versions, one after the other. */
export class WideVersionThread implements WideProver {
  readonly #thread = new OrderThread<WideOrder, ProvenJson>(
    './wide-version-worker.ts',
    import.meta.url,
  );

  async prove(order: WideOrder): Promise<ProvenJson> {
    return this.#thread.send(order);
  }

  /** Terminates the thread; what waits for it fails. */
  async close(): Promise<void> {
    await this.#thread.close();
  }
}
