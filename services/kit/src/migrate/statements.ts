/** A run of plain characters, a comment, a text, a name, a body between dollar signs, or one character. */
const tokens =
  /[^;'"$/-]+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g;

/** The statements of an SQL file, without its comments. Texts with backslashes (E'…') are not supported. */
export function statementsOf(file: string): string[] {
  const statements: string[] = [];
  let statement = '';
  const end = () => {
    if (statement.trim() !== '') statements.push(statement.trim());
    statement = '';
  };
  for (const [token] of file.matchAll(tokens)) {
    if (token === ';') end();
    // A comment separates tokens, as a space does.
    else statement += token.startsWith('--') || token.startsWith('/*') ? ' ' : token;
  }
  end();
  return statements;
}
