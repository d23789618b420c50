import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

/**
 * Asks on the terminal who signs in.
 * @throws CommandError without a terminal, or when the person gives up
 */
export async function askUser(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new CommandError(
      'Name the user to sign in as with --user NAME: there is no terminal to ask on. See: annals help',
      2,
    );
  const terminal = createInterface({ input: stdin, output: stderr });
  const givenUp = new AbortController();
  terminal.once('close', () => givenUp.abort());
  try {
    return (await terminal.question(question, { signal: givenUp.signal })).trim();
  } catch (error) {
    if (givenUp.signal.aborted) throw new CommandError('Stopped.', 130, { cause: error });
    throw error;
  } finally {
    terminal.close();
  }
}
