/** The lines of a UTF-8 text without empty ones. @throws TypeError if it is not UTF-8 */
export async function* textLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // A text without newlines arrives in many parts; joining them at each one would take quadratic time.
  let parts: string[] = [];
  for await (const piece of pieces) {
    const [rest = '', ...more] = decoder.decode(piece, { stream: true }).split('\n');
    parts.push(rest);
    const next = more.pop();
    if (next === undefined) continue;
    for (const line of [parts.join(''), ...more]) if (line.trim() !== '') yield line;
    parts = [next];
  }
  const last = parts.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}
