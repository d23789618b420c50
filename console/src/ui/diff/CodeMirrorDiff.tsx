import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { readOnlyJsonTheme, shadowOf } from '../json/json-theme.ts';

interface CodeMirrorDiffProps {
  before: string;
  after: string;
  labels: readonly [before: string, after: string];
  /** The text for omitted lines, ` for their number. */
  unchangedLines: string;
  sideBySide: boolean;
}

const look = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--removed-bg)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-changedLine': {
    backgroundColor: 'var(--added-bg)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'var(--removed-strong-bg)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': { background: 'var(--added-strong-bg)' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': {
    background: 'var(--removed-text)',
  },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--added-text)' },
  '.cm-collapsedLines': {
    padding: '4px 12px',
    background: 'var(--surface-quiet)',
    color: 'var(--mantine-color-dimmed)',
  },
  // Few fonts have the default symbols.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' },
});

/** Compares two JSON texts line by line; loaded on demand. */
export function CodeMirrorDiff({
  before,
  after,
  labels,
  unchangedLines,
  sideBySide,
}: CodeMirrorDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const [labelBefore, labelAfter] = labels;
  useEffect(() => {
    if (!host.current) return undefined;
    const root = shadowOf(host.current);
    const shared: Extension = [
      lineNumbers(),
      look,
      EditorState.phrases.of({ '$ unchanged lines': unchangedLines }),
    ];
    const settings = { collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true };
    const view = sideBySide
      ? new MergeView({
          ...settings,
          a: { doc: before, extensions: [shared, readOnlyJsonTheme(labelBefore)] },
          b: { doc: after, extensions: [shared, readOnlyJsonTheme(labelAfter)] },
          parent: root,
          root,
        })
      : new EditorView({
          parent: root,
          root,
          doc: after,
          extensions: [
            shared,
            readOnlyJsonTheme(labelAfter),
            unifiedMergeView({
              ...settings,
              original: before,
              mergeControls: false,
              syntaxHighlightDeletions: false,
            }),
          ],
        });
    return () => view.destroy();
  }, [before, after, labelBefore, labelAfter, unchangedLines, sideBySide]);
  return <div ref={host} />;
}
