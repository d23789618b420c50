import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

/** Converts the error of a system call about a file to one of the command. */
export function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  const { code } = error;
  if (code === 'ENOENT') return new CommandError(`There is no file ${file}.`, 2);
  if (code === 'EISDIR') return new CommandError(`${file} is a directory. Name a file.`, 2);
  return new CommandError(`${file} cannot be read: ${error.message}`, 2);
}

/** @throws CommandError if the file is missing or cannot be read */
export async function requireReadable(file: string): Promise<void> {
  let isDirectory: boolean;
  try {
    await access(file, constants.R_OK);
    isDirectory = (await stat(file)).isDirectory();
  } catch (error) {
    throw unreadable(file, error);
  }
  if (isDirectory) throw new CommandError(`${file} is a directory. Name a file.`, 2);
}
