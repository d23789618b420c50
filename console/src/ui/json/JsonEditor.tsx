import { Suspense, useId, useMemo, useState } from 'react';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import type { JsonHelp } from './json-completion.ts';
import classes from './JsonText.module.css';
import { JsonLines } from './JsonText.tsx';
import { useJsonTexts } from './json.texts.ts';
import { pathText } from './path-text.ts';
import { asObject, type JsonError, type JsonProblem, type JsonReading } from './json-reading.ts';

const CodeMirrorJson = lazyNamed(() => import('./CodeMirrorJson.tsx'), 'CodeMirrorJson');

/** The number of problems listed below the editor; all of them are marked in it. */
const named = 5;
const noProblems: readonly JsonProblem[] = [];

interface EditorProps {
  label: string;
  /** Errors of the service about the data as a whole. */
  error?: string | undefined;
  /** Whether it gets the focus when it loads. */
  takesFocus?: boolean;
  help?: JsonHelp;
  /** Errors in the data, by position. */
  problems?: readonly JsonProblem[];
}

interface JsonEditorProps extends EditorProps {
  /** The initial text; later changes of this prop do not affect the input. */
  start: Readonly<Record<string, unknown>>;
  onRead: (reading: JsonReading) => void;
}

/** An editor for one JSON object; problems are shown below it while typing. */
export function JsonEditor({ onRead, ...props }: JsonEditorProps) {
  const t = useJsonTexts();
  return (
    <ValueEditor
      {...props}
      hint={t.leaveEditor}
      onRead={(reading) => {
        const read = asObject(reading);
        onRead(read);
        return read.ok ? undefined : read.error;
      }}
    />
  );
}

interface JsonValueEditorProps extends EditorProps {
  start: unknown;
  hint?: string;
  onRead: (reading: JsonReading<unknown>) => void;
}

/** A small editor for a part of a document, with any kind of value. */
export function JsonValueEditor({ onRead, ...props }: JsonValueEditorProps) {
  return (
    <ValueEditor
      {...props}
      small
      onRead={(reading) => {
        onRead(reading);
        return reading.ok ? undefined : reading.error;
      }}
    />
  );
}

interface ValueEditorProps extends EditorProps {
  start: unknown;
  small?: boolean;
  hint?: string;
  /** Reports the errors of the parsed data. */
  onRead: (reading: JsonReading<unknown>) => JsonError | undefined;
}

function ValueEditor({
  label,
  start,
  onRead,
  error,
  takesFocus = false,
  small = false,
  hint,
  help,
  problems = noProblems,
}: ValueEditorProps) {
  const t = useJsonTexts();
  const messageId = useId();
  const [text] = useState(() => jsonText(start));
  const [value, setValue] = useState(start);
  const [syntaxError, setSyntaxError] = useState<JsonError>();
  const messages = useMemo(
    () =>
      syntaxError
        ? [syntaxErrorText(syntaxError, t)]
        : [
            ...(error === undefined ? [] : [error]),
            ...problems.slice(0, named).map((problem) => problemText(problem, value)),
            ...(problems.length > named ? [t.moreProblems(problems.length - named)] : []),
          ],
    [syntaxError, error, problems, value, t],
  );
  const invalid = messages.length > 0;
  return (
    <fieldset className={classes.field} aria-describedby={messageId}>
      <legend className={classes.label}>{label}</legend>
      <div
        className={classes.frame}
        data-editor
        data-small={small || undefined}
        data-invalid={invalid}
      >
        <Suspense fallback={<JsonLines count={text.split('\n').length} />}>
          <CodeMirrorJson
            text={text}
            label={label}
            takesFocus={takesFocus}
            {...(help && { help })}
            problems={syntaxError ? noProblems : problems}
            onRead={(reading) => {
              if (reading.ok) setValue(reading.value);
              setSyntaxError(onRead(reading));
            }}
          />
        </Suspense>
      </div>
      <output id={messageId} className={classes.message} data-invalid={invalid}>
        {invalid ? messages.map((message) => <span key={message}>{message}</span>) : hint}
      </output>
    </fieldset>
  );
}

function problemText({ pointer, message }: JsonProblem, data: unknown): string {
  return pointer === '' ? message : `${pathText(pointer, data)}: ${message}`;
}

function syntaxErrorText(
  { kind, line, column }: JsonError,
  t: ReturnType<typeof useJsonTexts>,
): string {
  return kind === 'notObject' ? t.notObject : t[kind](line, column);
}
