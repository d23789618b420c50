import { lintKeymap, setDiagnostics } from '@codemirror/lint';
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
import { jsonRemarks, type JsonRemark } from './json-remarks.ts';
import { jsonCompletion, type JsonHelp } from './json-completion.ts';
import { firstJsonError, readValue } from './json-errors.ts';
import { completionTheme, jsonTheme, readOnlyJsonTheme, shadowOf } from './json-theme.ts';
import { rangeOfPath } from './json-positions.ts';
import type { JsonProblem, JsonReading } from './json-reading.ts';
import { pointerTokens } from '../../platform/json-values/json-values.ts';

const errorMark = StateField.define({
  create: errorIn,
  update: (marks, transaction) => (transaction.docChanged ? errorIn(transaction.state) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

function errorIn(state: EditorState) {
  const error = firstJsonError(state);
  if (!error) return Decoration.none;
  const from = Math.min(error.from, Math.max(0, state.doc.length - 1));
  const to = Math.min(Math.max(error.to, from + 1), state.doc.length);
  return from < to
    ? Decoration.set(Decoration.mark({ class: 'json-error' }).range(from, to))
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
  errorMark,
  completionTheme,
  keymap.of([...historyKeymap, ...lintKeymap]),
];

interface CodeMirrorJsonProps {
  text: string;
  label: string;
  /** Whether it gets the focus when it loads. */
  takesFocus?: boolean;
  /** Called after each change with the parsed content; undefined if it is read-only. */
  onRead?: ((reading: JsonReading<unknown>) => void) | undefined;
  help?: JsonHelp;
  /** The problems of the current data. */
  problems?: readonly JsonProblem[];
  /** Only for read-only texts. */
  remarks?: readonly JsonRemark[] | undefined;
}

const noHelp: JsonHelp = {};
const noProblems: readonly JsonProblem[] = [];

/** A CodeMirror editor for JSON; loaded on demand. */
export function CodeMirrorJson({
  text,
  label,
  takesFocus = false,
  onRead,
  help = noHelp,
  problems = noProblems,
  remarks,
}: CodeMirrorJsonProps) {
  const shown = useRef<EditorView>(null);
  const host = useRef<HTMLDivElement>(null);
  const editable = onRead !== undefined;
  const focusesFirst = useEffectEvent(() => takesFocus);
  const read = useEffectEvent((state: EditorState) => onRead?.(readValue(state)));
  const helped = useEffectEvent(() => help);
  const mark = useEffectEvent((view: EditorView) => markProblems(view, problems));
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
                jsonTheme(label),
                editing,
                jsonCompletion(() => helped()),
                EditorView.updateListener.of((update) => update.docChanged && read(update.state)),
              ]
            : [readOnlyJsonTheme(label), remarks ? jsonRemarks(remarks) : []],
        ],
      }),
    });
    shown.current = view;
    mark(view);
    if (focusesFirst()) view.focus();
    return () => {
      shown.current = null;
      view.destroy();
    };
  }, [text, label, editable, remarks]);
  useEffect(() => {
    if (shown.current) markProblems(shown.current, problems);
  }, [problems]);
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- passes the focus to the editor inside
  return <div ref={host} tabIndex={0} data-hands-focus-on="" />;
}

function markProblems(view: EditorView, problems: readonly JsonProblem[]): void {
  const { state } = view;
  view.dispatch(
    setDiagnostics(
      state,
      problems.map(({ pointer, message }) => ({
        ...rangeOfPath(state, pointerTokens(pointer)),
        severity: 'error',
        message,
      })),
    ),
  );
}
