import { json } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { EditorState, type Extension, type Range } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';

const classOfNode = new Map([
  ['PropertyName', Decoration.mark({ class: 'json-name' })],
  ['Number', Decoration.mark({ class: 'json-literal' })],
  ['True', Decoration.mark({ class: 'json-literal' })],
  ['False', Decoration.mark({ class: 'json-literal' })],
  ['Null', Decoration.mark({ class: 'json-literal' })],
]);

function marksIn(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = classOfNode.get(node.name);
        if (mark) marks.push(mark.range(node.from, node.to));
      },
    });
  return Decoration.set(marks);
}

const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marksIn(view);
    }
    update(update: ViewUpdate) {
      if (
        update.docChanged ||
        update.viewportChanged ||
        syntaxTree(update.startState) !== syntaxTree(update.state)
      )
        this.decorations = marksIn(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** All colours are variables of the page's theme, so light and dark need no separate styles. */
const look = EditorView.theme({
  '&': {
    fontSize: '12.5px',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'transparent',
    // The container sets the height; CodeMirror scrolls itself, so that it can be scrolled by keyboard.
    maxHeight: 'var(--json-height, none)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus-ring)', outlineOffset: '-1px' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    fontFeatureSettings: '"calt" 0',
  },
  '.cm-content': { padding: '8px 0', minHeight: '36px', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection':
    {
      backgroundColor: 'var(--mantine-primary-color-light)',
    },
  '.json-name': { color: 'var(--mantine-color-dimmed)' },
  '.json-literal': { color: 'var(--mantine-color-anchor)' },
  '.json-error': {
    textDecoration: 'underline wavy var(--failure-text)',
    textUnderlineOffset: '3px',
  },
});

/** Completions and error tooltips. */
export const completionTheme = EditorView.theme({
  '.cm-tooltip': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-default)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '224px',
    minWidth: '200px',
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '12.5px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--mantine-primary-color-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-completionDetail': {
    marginLeft: '12px',
    fontStyle: 'normal',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '300px' },
  '.cm-lintRange-error, .cm-lintRange-active': {
    backgroundImage: 'none',
    backgroundColor: 'transparent',
    paddingBottom: '0',
    textDecoration: 'underline wavy var(--failure-text)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--failure-text)' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--failure-text)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface-quiet)',
    color: 'var(--mantine-color-text)',
    borderColor: 'var(--mantine-color-default-border)',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    '& u': { textDecoration: 'underline' },
  },
  '.cm-panel.cm-panel-lint button[name="close"]': { color: 'inherit' },
});

/** The appearance of JSON in every CodeMirror of the console. */
export function jsonTheme(label: string): Extension {
  return [
    json(),
    highlight,
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

export function readOnlyJsonTheme(label: string): Extension {
  return [
    jsonTheme(label),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', role: 'textbox', 'aria-readonly': 'true' }),
  ];
}

/**
 * Creates the root for CodeMirror. Inside a shadow root it adds its styles as constructed style sheets; in the
 * document it would insert a style element, which the Content-Security-Policy forbids. The focus trap of a
 * dialog does not see inside a shadow root, so its host is focusable and passes the focus on.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: host.tabIndex >= 0 });
}
