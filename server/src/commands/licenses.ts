import { readFileSync } from 'node:fs';
import path from 'node:path';
import { consoleDirectory, noticesDirectory } from '../locations.ts';
import { CommandError } from './command-error.ts';

/**
 * annals licenses: prints the licences of what is in the program and in the console, as scripts/build.mjs wrote them.
 * @throws CommandError if it is not built
 */
export function licensesCommand(
  directories: { program: string; console: string } = {
    program: noticesDirectory,
    console: path.join(consoleDirectory, 'notices'),
  },
): void {
  const texts = (['program', 'console'] as const).map((name) => {
    try {
      return readFileSync(path.join(directories[name], `${name}.txt`), 'utf8');
    } catch (cause) {
      throw new CommandError(`The ${name} is not built. Run "npm run build".`, 1, { cause });
    }
  });
  process.stdout.write(texts.join('\n\n'));
}
