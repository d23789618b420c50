import * as z from 'zod/mini';

/** What a command may ask of the server that holds the embedded database. One line of JSON; the answer is one too. */
export const operatorRequest = z.discriminatedUnion('ask', [
  /** A copy of the database's files, which is there until the connection ends. */
  z.strictObject({ ask: z.literal('copy') }),
  z.strictObject({
    ask: z.literal('rotate-key'),
    key: z.enum(['signing', 'checkpoint']),
    compromised: z.boolean(),
  }),
]);
export type OperatorRequest = z.infer<typeof operatorRequest>;

export const operatorAnswer = z.union([
  /** Directory of the copy, or what was done. */
  z.object({ done: z.string() }),
  z.object({ failed: z.string() }),
]);
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** Far beyond any request or answer. */
const longestLine = 10_000;

/** The first line of what comes; undefined when it ends before, or is too long. */
export async function firstLine(bytes: AsyncIterable<string>): Promise<string | undefined> {
  let text = '';
  for await (const chunk of bytes) {
    text += chunk;
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (text.length > longestLine) return undefined;
  }
  return undefined;
}
