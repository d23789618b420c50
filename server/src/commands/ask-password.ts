import { CommandError } from './command-error.ts';

const enter = new Set(['\r', '\n', '\u0004']);
const backspace = new Set(['\u007f', '\b']);
const interrupt = '\u0003';

/**
 * Asks on the terminal without showing what is typed.
 * @throws CommandError without a terminal, or when the person gives up
 */
export async function askPassword(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new CommandError('Give the password in ANNALS_PASSWORD: there is no terminal to ask on.');
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = '';
      const read = (text: string) => {
        for (const character of text) {
          if (character === interrupt) reject(new CommandError('Stopped.', 130));
          else if (enter.has(character)) resolve(typed);
          else if (backspace.has(character)) typed = typed.replace(/.$/su, '');
          else typed += character;
        }
      };
      stdin.on('data', read);
    });
  } finally {
    stdin.removeAllListeners('data').setRawMode(false).pause();
    stderr.write('\n');
  }
}
