import { lazy, Suspense, useId, useState } from 'react';
import { jsonText } from '../diff/json-values.ts';
import classes from './JsonText.module.css';
import { JsonLines } from './JsonText.tsx';
import { useJsonTexts } from './json.texts.ts';
import type { JsonFault, JsonReading } from './json-reading.ts';

const CodeMirrorJson = lazy(async () => ({
  default: (await import('./CodeMirrorJson.tsx')).CodeMirrorJson,
}));

interface JsonEditorProps {
  label: string;
  /** What stands there at first; later changes of it do not disturb what is typed. */
  start: Readonly<Record<string, unknown>>;
  onRead: (reading: JsonReading) => void;
  /** What the service said about the data. */
  error?: string | undefined;
  /** Whether typing goes here as soon as the editor is there. */
  takesFocus?: boolean;
}

/** An editor for one JSON object; what is wrong with the text is said under it as one types. */
export function JsonEditor({ label, start, onRead, error, takesFocus = false }: JsonEditorProps) {
  const t = useJsonTexts();
  const messageId = useId();
  const [text] = useState(() => jsonText(start));
  const [fault, setFault] = useState<JsonFault>();
  const message = fault ? faultText(fault, t) : error;
  return (
    <fieldset className={classes.field} aria-describedby={messageId}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.frame} data-editor data-invalid={message !== undefined}>
        <Suspense fallback={<JsonLines count={text.split('\n').length} />}>
          <CodeMirrorJson
            text={text}
            label={label}
            takesFocus={takesFocus}
            onRead={(reading) => {
              setFault(reading.ok ? undefined : reading.fault);
              onRead(reading);
            }}
          />
        </Suspense>
      </div>
      <output id={messageId} className={classes.message} data-invalid={message !== undefined}>
        {message ?? t.leaveEditor}
      </output>
    </fieldset>
  );
}

function faultText({ kind, line, column }: JsonFault, t: ReturnType<typeof useJsonTexts>): string {
  return kind === 'notObject' ? t.notObject : t[kind](line, column);
}
