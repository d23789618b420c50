import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A text of the services' code that can reach a person as the message of a problem, or of one of its fields. */
export interface SentMessage {
  file: string;
  pieces: readonly Piece[];
}
/** A text, or what is put between texts: its code, and the texts it chooses from where it says them itself. */
export type Piece = string | { code: string; choice?: readonly (readonly Piece[])[] };

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const sources = [
  'contracts/src',
  'rules/src',
  'services/kit/src',
  'services/authentication/src',
  'services/data/src',
  'server/src',
];
/**
 * What is written here is read by operators, in mails or in the description of the API, or has its German beside it, unless a
 * problem is made of it.
 */
const forOthers =
  /^server\/src\/(?:client|commands|configuration|demo|import|mcp|telemetry|config|console-files|embedded|logging|metrics|operator|rotate-key|running-server|security-headers|static|workers)|^services\/kit\/src\/(?:backup|database|distribution|migrate|openapi)|\/metrics\/|metrics\.ts$|\/passwords\/breached-|\/mail\/(?:mail-|render-mail)|\/verification\/|evidence\.texts\.ts$|^rules\/src\/files\/|verify-audit-log|log\/log-key/;
/** Calls that take a message for a person, and which argument it is. */
const reported: Readonly<Record<string, readonly number[]>> = {
  Problem: [2],
  RowRefused: [2],
  HeadConflict: [1],
  badRequest: [0],
  forbidden: [0],
  conflict: [1],
};
const reportedAs = new Set(['message', 'fault']);
/** What is handed to these is for the log, or never leaves the program. */
const untranslatedName =
  /^(?:.*\blog\b.*\.(?:info|warn|error)|config\.log\..*|noteFailedInvitation|session\.release|this\.#fail|super|Error|RangeError|TypeError|UpstreamFailure|.*\.includes|.*\.startsWith|variants\.set|reply\.header|require|report|say|mountOpenApi|LogKeyRefused|UnusableAddress)$/;
const sentence = /^(?:[A-Z"{].*[.?!]|[A-Z][a-z]+ .*\{\})$/s;

export function sentMessages(): SentMessage[] {
  return sourceFiles().flatMap(messagesOf);
}

/** The nouns that `notFound` is called with. */
export function absentThings(): string[] {
  return [...new Set(sourceFiles().flatMap((file) => found(file, /notFound\('([^']+)'\)/g)))];
}

function sourceFiles(): string[] {
  return sources.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name) && !/\.test\.|testing\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** All that a pattern finds in one file, for what is put into messages. */
export function found(file: string, pattern: RegExp): string[] {
  return [...readFileSync(root + file, 'utf8').matchAll(pattern)].flatMap((match) =>
    match.slice(1).filter((text) => text !== undefined),
  );
}

function messagesOf(file: string): SentMessage[] {
  const text = readFileSync(root + file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const messages: SentMessage[] = [];
  const visit = (node: ts.Node): void => {
    const pieces = ts.isExpression(node) ? piecesOf(node) : undefined;
    if (pieces === undefined) return ts.forEachChild(node, visit);
    if (isReported(node, pieces, file)) messages.push({ file, pieces });
  };
  visit(source);
  return messages;
}

/** The pieces of a text, a template, or several put together with +. */
function piecesOf(node: ts.Expression): readonly Piece[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        expressionPiece(expression),
        literal.text,
      ]),
    ];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = piecesOf(node.left);
    const right = piecesOf(node.right);
    return left && right && [...left, ...right];
  }
  return undefined;
}

function expressionPiece(expression: ts.Expression): Piece {
  const code = expression.getText();
  if (!ts.isConditionalExpression(expression)) return { code };
  const choice = [expression.whenTrue, expression.whenFalse].map(piecesOf);
  return choice.every((pieces) => pieces !== undefined) ? { code, choice } : { code };
}

function isReported(node: ts.Node, pieces: readonly Piece[], file: string): boolean {
  if (ts.isImportDeclaration(node.parent) || ts.isTypeNode(node.parent)) return false;
  const taken = taker(node);
  if (!pieces.some((piece) => typeof piece === 'string' && /[A-Za-z]{2}/.test(piece))) return false;
  if (taken.kind === 'translated') return true;
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
  return taken.kind === 'open' && !forOthers.test(file) && sentence.test(text);
}

/** Whether what receives the text shows it translated. */
function taker(node: ts.Node): { kind: 'translated' | 'untranslated' | 'open' } {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (ts.isTaggedTemplateExpression(outer)) return { kind: 'untranslated' };
    if (ts.isPropertyAssignment(outer) && outer.initializer === inner) {
      const name = outer.name.getText();
      // A failure is what the log says of background work.
      if (['summary', 'description', 'failure'].includes(name)) return { kind: 'untranslated' };
      if (reportedAs.has(name) && inner !== outer.name) return { kind: 'translated' };
    }
    if (ts.isCallExpression(outer) || ts.isNewExpression(outer)) {
      const name = outer.expression.getText();
      if (untranslatedName.test(name)) return { kind: 'untranslated' };
      const place = outer.arguments?.indexOf(inner as ts.Expression) ?? -1;
      return {
        kind:
          Object.hasOwn(reported, name) && reported[name]?.includes(place) === true
            ? 'translated'
            : 'open',
      };
    }
    if (ts.isVariableDeclaration(outer) && outer.name.getText() === 'failure')
      return { kind: 'untranslated' };
    if (
      ts.isBinaryExpression(outer) &&
      outer.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
    )
      return { kind: 'untranslated' };
    if (ts.isFunctionLike(outer) || ts.isStatement(outer)) return { kind: 'open' };
  }
  return { kind: 'open' };
}
