import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { parseStrictly } from '@annals/kit/json';
import { Problem } from '@annals/kit/problem';

/**
 * The messages of an assistant, one in each line. A message with a value that JSON.parse would change is answered with
 * an error and not passed on.
 */
export function strictLines(input: Readable, output: Writable): Readable {
  return Readable.from(acceptLines(input, output), { objectMode: false });
}

async function* acceptLines(input: Readable, output: Writable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const refusal = refusalOf(line);
    if (refusal === undefined) yield `${line}\n`;
    else output.write(`${JSON.stringify(refusal)}\n`);
  }
}

/** The error of JSON-RPC 2.0; undefined for a message that is passed on, also for one that is no JSON. */
function refusalOf(line: string): object | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
    parseStrictly(line);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) return undefined;
    const { id } = { ...(message as { id?: unknown } | null) };
    const isId = typeof id === 'string' || typeof id === 'number';
    const invalidRequest = { code: -32_600, message: error.message };
    return { jsonrpc: '2.0', id: isId ? id : null, error: invalidRequest };
  }
}
