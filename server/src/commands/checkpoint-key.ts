import { randomBytes } from 'node:crypto';
import { readSignerKey, writeSignerKey } from '@annals/proofs/signed-note';
import { CommandError } from './command-error.ts';

/**
 * annals checkpoint-key: the one line of the file that CHECKPOINT_KEY_FILE names.
 * @throws CommandError with exit code 2 for a name that no log can have
 */
export function checkpointKeyCommand(logName: string): void {
  const line = writeSignerKey({ name: logName, seed: randomBytes(32) });
  if (!readSignerKey(line))
    throw new CommandError(
      'The name of a log must not contain white space or +. For example: annals checkpoint-key annals.example.org/annals',
      2,
    );
  process.stdout.write(`${line}\n`);
}
