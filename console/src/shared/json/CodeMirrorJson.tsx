import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { EditorState, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { firstFault, readJson } from './json-faults.ts';
import { jsonLook, readOnlyJson, shadowOf } from './json-look.ts';
import type { JsonReading } from './json-reading.ts';

const faultMark = StateField.define({
  create: faultIn,
  update: (marks, transaction) => (transaction.docChanged ? faultIn(transaction.state) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

function faultIn(state: EditorState) {
  const fault = firstFault(state);
  if (!fault) return Decoration.none;
  const from = Math.min(fault.from, Math.max(0, state.doc.length - 1));
  const to = Math.min(Math.max(fault.to, from + 1), state.doc.length);
  return from < to
    ? Decoration.set(Decoration.mark({ class: 'json-fault' }).range(from, to))
    : Decoration.none;
}

const basics: Extension = [
  lineNumbers(),
  foldGutter(),
  drawSelection(),
  keymap.of([...foldKeymap, ...defaultKeymap]),
];
const editing: Extension = [
  history(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  faultMark,
  keymap.of(historyKeymap),
];

interface CodeMirrorJsonProps {
  text: string;
  label: string;
  /** Whether typing goes here as soon as it is there. */
  takesFocus?: boolean;
  /** Called with each reading of what stands there; absent for a text that is only shown. */
  onRead?: ((reading: JsonReading) => void) | undefined;
}

/** JSON in CodeMirror; loaded only when it is shown. */
export function CodeMirrorJson({ text, label, takesFocus = false, onRead }: CodeMirrorJsonProps) {
  const host = useRef<HTMLDivElement>(null);
  const editable = onRead !== undefined;
  const focusesFirst = useEffectEvent(() => takesFocus);
  const read = useEffectEvent((state: EditorState) => onRead?.(readJson(state)));
  useEffect(() => {
    if (!host.current) return undefined;
    const root = shadowOf(host.current);
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          basics,
          editable
            ? [
                jsonLook(label),
                editing,
                EditorView.updateListener.of((update) => update.docChanged && read(update.state)),
              ]
            : readOnlyJson(label),
        ],
      }),
    });
    if (focusesFirst()) view.focus();
    return () => view.destroy();
  }, [text, label, editable]);
  return <div ref={host} />;
}
