import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

/** Converts the error of a system call about a file to one of the command. */
export function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  const { code } = error;
  if (code === 'ENOENT') return new CommandError(`There is no file ${file}.`, 2);
  if (code === 'EISDIR') return directoryNamed(file);
  return new CommandError(`${file} cannot be read: ${error.message}`, 2);
}

/** @throws CommandError if the file is missing or cannot be read */
export async function requireReadable(file: string): Promise<Stats> {
  const found = await access(file, constants.R_OK)
    .then(() => stat(file))
    .catch((error: unknown) => {
      throw unreadable(file, error);
    });
  if (found.isDirectory()) throw directoryNamed(file);
  return found;
}

const directoryNamed = (file: string) =>
  new CommandError(`${file} is a directory. Name a file.`, 2);
