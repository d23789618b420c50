import ts from 'typescript';

/** A text in the code that a person may see or hear, or what makes a number or date for them. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What of an element is read out or shown, beside its children. */
const shownAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|message|error|heading|hint|action|empty|name)$/;
const letters = /\p{L}{2}/u;
/** A sentence, or a word as one begins with. */
const sentence = /\p{L}{2,}[,:;]? \p{L}+|^\p{Lu}\p{Ll}+[.:!?…]?$/u;
const quotes = /[„“”]/u;
const words = /\p{L}{2,}[,:]? (?:\p{L}{2,}|$)|^ ?\p{L}{2,} |\p{L}{2,}: $/u;

export const parsed = (file: string, code: string): ts.SourceFile =>
  ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);

/**
 * Texts that are not told to come from a catalogue: what stands between tags, what is given to an attribute that is
 * shown, and every sentence or capitalised word in a string, which may reach the page by any way.
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

/** What makes a number, a date or an order of words by a language, but is not told which, or is made by hand. */
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

/** Texts that a module takes when it is loaded: they stay in the language of that moment. */
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

/** Whether a text is the child of an element, or goes to an attribute that is shown, chosen by nothing but a condition. */
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

/** The name of a field is for the form, that of a component may be shown. */
const isFormName = (name: string, element: ts.Node): boolean =>
  name === 'name' && 'tagName' in element;

/** Of a language of `texts()`, or of an object that such a one takes on. */
const isInCatalogue = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    ({ parent }) =>
      parent !== undefined &&
      ts.isPropertyAssignment(parent) &&
      ts.isIdentifier(parent.name) &&
      /^(?:en|de)$/.test(parent.name.text),
  ) !== undefined;

/** An attribute like `rel` or `className`. */
const isUnshown = ({ parent }: ts.Node): boolean => ts.isJsxAttribute(parent);

const isModuleName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  ts.isLiteralTypeNode(parent) ||
  (ts.isCallExpression(parent) &&
    (parent.expression.kind === ts.SyntaxKind.ImportKeyword ||
      // Its second argument names an export.
      parent.expression.getText() === 'lazyNamed'));
