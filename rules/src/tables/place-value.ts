/**
 * Sets a value at a path of property names.
 * @throws SyntaxError if a property cannot have this name, TypeError if the path is taken
 */
export function placeValue(
  target: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  // Assignment cannot create `__proto__` as an own property. A database stores no text with NUL or half of a character.
  if (name === '__proto__' || name.includes('\0') || !name.isWellFormed())
    throw new SyntaxError(name);
  const there = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    if (there !== undefined) throw new TypeError(name);
    target[name] = value;
    return;
  }
  if (there !== undefined && !isPlainObject(there)) throw new TypeError(name);
  const inner = there ?? {};
  if (there === undefined) target[name] = inner;
  placeValue(inner, rest, value);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
