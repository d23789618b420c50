import { randomBytes } from 'node:crypto';
import { readSignerKey, writeSignerKey } from '@annals/proofs/signed-note';
import { CommandError } from './command-error.ts';

/**
 * annals checkpoint-key: prints the line for the file in CHECKPOINT_KEY_FILE.
 * @throws CommandError with exit code 2 for an invalid name
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
