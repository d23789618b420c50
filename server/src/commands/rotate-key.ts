import type { Config } from '../config.ts';
import { rotateKey, type KeyRotation } from '../embedded-key-rotation.ts';
import { doThroughServer } from './through-server.ts';

export type { KeyRotation } from '../embedded-key-rotation.ts';

/**
 * annals rotate-key.
 * @throws CommandError if the key is not stored in the database
 */
export const rotateKeyCommand = (
  config: Config,
  { key, compromised }: KeyRotation,
): Promise<void> =>
  doThroughServer(config, { ask: 'rotate-key', key, compromised }, (services) =>
    rotateKey(services, { key, compromised }),
  );
