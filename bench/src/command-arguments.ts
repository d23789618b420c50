import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the arguments of a script. `--help` prints how it is called; so does an option that there is not, as an error.
 * @param usage what may be written
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } as const },
    });
    if (!(read.values as { help: boolean }).help) return read;
    console.log(usage);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuseArguments(error.message, usage);
  }
  process.exit();
}

export function refuseArguments(reason: string, usage: string): never {
  console.error(`${reason}\n${usage}`);
  process.exit(2);
}
