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

/** All colours are variables of the page's theme, so light and dark need no second look. */
const look = EditorView.theme({
  '&': {
    fontSize: '12.5px',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'transparent',
    // Set by the place it stands in; the scrolling is CodeMirror's own, so that it can be reached by keyboard.
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
  '.json-fault': {
    textDecoration: 'underline wavy var(--failure-text)',
    textUnderlineOffset: '3px',
  },
});

/** How JSON looks and reads in every CodeMirror of the console. */
export function jsonLook(label: string): Extension {
  return [
    json(),
    highlight,
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

export function readOnlyJson(label: string): Extension {
  return [
    jsonLook(label),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', role: 'textbox', 'aria-readonly': 'true' }),
  ];
}

/**
 * Where CodeMirror is put. Inside a shadow root it adds its styles as constructed sheets; in the document itself it
 * would write a style element, which the security policy forbids.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}
