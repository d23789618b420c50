import ts from 'typescript';

/** A text in the code that users may see or hear, or code that formats a number or date for them. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Attributes that are visible or announced, besides the children. */
const shownAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|message|error|heading|hint|action|empty|name)$/;
const letters = /\p{L}{2}/u;
/** A sentence, or a capitalized word. */
const sentence = /\p{L}{2,}[,:;]? \p{L}+|^\p{Lu}\p{Ll}+[.:!?…]?$/u;
const quotes = /[„“”]/u;
const words = /\p{L}{2,}[,:]? (?:\p{L}{2,}|$)|^ ?\p{L}{2,} |\p{L}{2,}: $/u;

export const parsed = (file: string, code: string): ts.SourceFile =>
  ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);

/**
 * Texts outside of catalogues: text between tags, values of visible attributes, and every sentence or
 * capitalized word in a string, which may reach the page in any way.
 */
export function wordsIn(source: ts.SourceFile): Finding[] {
  return found(source, (node) => {
    if (isInCatalogue(node)) return undefined;
    if (ts.isJsxText(node)) return letters.test(node.text) ? node.text.trim() : undefined;
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      const isText = isShown(node) ? letters : words;
      return parts.some((part) => isText.test(part) || quotes.test(part))
        ? parts.join('…')
        : undefined;
    }
    if (!ts.isStringLiteralLike(node) || isModuleName(node)) return undefined;
    if (isShown(node)) return letters.test(node.text) ? node.text : undefined;
    if (isUnshown(node)) return undefined;
    return sentence.test(node.text) ? node.text : undefined;
  });
}

/** Code that formats a number, a date or an order of words without being given the language, or by hand. */
export function withoutLanguage(source: ts.SourceFile): Finding[] {
  return found(source, (node) => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const called = node.expression;
      if (!ts.isPropertyAccessExpression(called)) return undefined;
      const name = called.name.text;
      const given = node.arguments ?? [];
      const isIntl = ts.isIdentifier(called.expression) && called.expression.text === 'Intl';
      if ((isIntl || /^toLocale[A-Z]/.test(name)) && !isLanguage(given[0]))
        return node.getText(source);
      if (name === 'localeCompare' && !isLanguage(given[1])) return node.getText(source);
      if (/^(?:toFixed|toPrecision|toDateString|toTimeString|toUTCString|toGMTString)$/.test(name))
        return node.getText(source);
    }
    return undefined;
  });
}

/** Texts that a module reads when it is loaded: they stay in the language of that moment. */
export function textsOfOneMoment(source: ts.SourceFile): Finding[] {
  return found(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
      return undefined;
    const { expression: of, name } = node.expression;
    const isTaken = name.text === 'now' && /^use[A-Z]/.test(of.getText(source));
    const isLater = ts.findAncestor(node, (above) => ts.isFunctionLike(above)) !== undefined;
    return isTaken && !isLater ? node.getText(source) : undefined;
  });
}

function isLanguage(argument: ts.Expression | undefined): boolean {
  return (
    argument !== undefined &&
    !(ts.isIdentifier(argument) && argument.text === 'undefined') &&
    !ts.isArrayLiteralExpression(argument)
  );
}

function found(source: ts.SourceFile, judge: (node: ts.Node) => string | undefined): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const text = judge(node);
    if (text !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      findings.push({ file: source.fileName, line: line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

/** Whether a text is a child of an element or the value of a visible attribute, possibly behind a condition. */
function isShown(text: ts.Node): boolean {
  let { parent } = text;
  let child = text;
  while (
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== child) ||
    (ts.isBinaryExpression(parent) && parent.right === child && isChoice(parent))
  ) {
    child = parent;
    ({ parent } = parent);
  }
  if (ts.isJsxAttribute(parent)) return isShownAttribute(parent);
  if (ts.isPropertyAssignment(parent) && parent.initializer === child)
    return ts.isIdentifier(parent.name) && /^(?:message|placeholder|alt)$/.test(parent.name.text);
  if (!ts.isJsxExpression(parent)) return false;
  return ts.isJsxAttribute(parent.parent) ? isShownAttribute(parent.parent) : true;
}

const isChoice = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.QuestionQuestionToken;

const isShownAttribute = ({ name, parent }: ts.JsxAttribute): boolean =>
  shownAttributes.test(name.getText()) && !isFormName(name.getText(), parent.parent);

/** The name of a form field is not visible; that of a component may be. */
const isFormName = (name: string, element: ts.Node): boolean =>
  name === 'name' && 'tagName' in element;

/** A language of `texts()`, or an object that one of them spreads. */
const isInCatalogue = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    ({ parent }) =>
      parent !== undefined &&
      ts.isPropertyAssignment(parent) &&
      ts.isIdentifier(parent.name) &&
      /^(?:en|de)$/.test(parent.name.text),
  ) !== undefined;

/** An attribute such as `rel` or `className`. */
const isUnshown = ({ parent }: ts.Node): boolean => ts.isJsxAttribute(parent);

const isModuleName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  ts.isLiteralTypeNode(parent) ||
  (ts.isCallExpression(parent) &&
    (parent.expression.kind === ts.SyntaxKind.ImportKeyword ||
      // Its second argument is the name of an export.
      parent.expression.getText() === 'lazyNamed'));
