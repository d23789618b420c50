import { LogKeyRefused } from '@annals/data/log/log-key';
import type { OpenServices } from './embedded.ts';
import { OperatorRefused } from './operator/protocol.ts';

export interface KeyRotation {
  key: 'signing' | 'checkpoint';
  /** The previous key becomes invalid at once. */
  compromised: boolean;
}

/**
 * Creates a new key, which running servers pick up.
 * @returns a report for the terminal
 * @throws OperatorRefused if the key is not stored in the database
 */
export async function rotateKey(
  { authentication, data }: Pick<OpenServices, 'authentication' | 'data'>,
  { key, compromised }: KeyRotation,
): Promise<string> {
  if (key === 'signing') {
    const { kid } = await authentication.rotateSigningKey(compromised);
    return compromised
      ? `Created the signing key ${kid}. Within a minute no server accepts tokens of earlier keys; consoles renew theirs automatically.`
      : `Created the signing key ${kid}. It signs in two minutes, when all servers know it; tokens of the previous key stay valid until they expire.`;
  }
  try {
    const rotated = await data.rotateLogKey(compromised);
    await authentication.recordLogKeyRotation(rotated);
    return compromised
      ? `Created the checkpoint key ${rotated.verifierKey}\nEarlier keys no longer sign. Verifiers that know only an earlier key raise an alarm: give them this key.`
      : `Created the checkpoint key ${rotated.verifierKey}\nEarlier keys continue to sign beside it, so verifiers that know one of them accept it. Give it to your witnesses.`;
  } catch (error) {
    if (error instanceof LogKeyRefused) throw new OperatorRefused(error.message, { cause: error });
    throw error;
  }
}
