import { useState } from 'react';
import { JsonEditor } from '../../../ui/json/JsonEditor.tsx';
import type { JsonHelp } from '../../../ui/json/json-completion.ts';
import type { JsonProblem, JsonReading } from '../../../ui/json/json-reading.ts';
import type { ErasedPath } from '@annals/rules/redacted-data';
import { ViewSwitch } from '../../../ui/json/ViewSwitch.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { useEditTexts } from './edit.texts.ts';
import type { TypeExamples } from './object-type.queries.ts';
import classes from './ObjectForm.module.css';

const loadForm = () => import('./schema-form/SchemaForm.tsx');
const SchemaForm = lazyNamed(loadForm, 'SchemaForm');
const InferredForm = lazyNamed(loadForm, 'InferredForm');

interface DataEditorProps {
  reading: JsonReading;
  onRead: (reading: JsonReading) => void;
  /** Whether a field of the form holds an invalid value. */
  unreadable: boolean;
  onUnreadable: (unreadable: boolean) => void;
  help: JsonHelp;
  /** Whether a form can be made from the schema. */
  withForm: boolean;
  /** Without a schema, the objects from which a form is made; undefined if there is to be none. */
  examples: TypeExamples['objects'] | undefined;
  problems: readonly JsonProblem[];
  error: string | undefined;
  takesFocus: boolean;
  erased?: readonly ErasedPath[] | null | undefined;
}

/** Edits the data of an object in a form, or as JSON. */
export function DataEditor({
  reading,
  onRead,
  unreadable,
  onUnreadable,
  help,
  withForm: withSchema,
  examples,
  problems,
  error,
  takesFocus,
  erased,
}: DataEditorProps) {
  const t = useEditTexts();
  const [chosen, setChosen] = useState<'form' | 'json'>();
  const [held, setHeld] = useState(false);
  const withForm = withSchema || examples !== undefined;
  const view = withForm ? (chosen ?? (reading.ok ? 'form' : 'json')) : 'json';
  // Switching is blocked while the input is invalid, so that nothing typed is lost.
  const stuck = !reading.ok || unreadable;
  const form = {
    label: t.data,
    problems,
    erased,
    onChange: (value: Readonly<Record<string, unknown>>) => onRead({ ok: true, value }),
    onUnreadable,
    // Whoever switches the view stays on the switch.
    takesFocus: takesFocus && chosen === undefined,
  };
  return (
    <div className={classes.data}>
      {withForm && (
        <div className={classes.views}>
          <ViewSwitch
            label={t.viewData}
            options={[
              { value: 'form', label: t.form },
              { value: 'json', label: t.json },
            ]}
            value={view}
            onChange={(next) => {
              setHeld(stuck && next !== view);
              if (!stuck) setChosen(next);
            }}
          />
          <output className={classes.held}>{held && stuck && t.fixFirst}</output>
        </div>
      )}
      {view === 'form' && reading.ok ? (
        <>
          {withSchema && help.schema ? (
            <SchemaForm {...form} value={reading.value} schema={help.schema} />
          ) : (
            <InferredForm {...form} value={reading.value} examples={examples ?? []} />
          )}
          {error !== undefined && <p className={classes.error}>{error}</p>}
        </>
      ) : (
        <JsonEditor
          label={t.data}
          start={reading.ok ? reading.value : {}}
          error={error}
          takesFocus={takesFocus}
          help={help}
          problems={problems}
          onRead={(next) => {
            // Typing pins the view: a schema that arrives later must not switch it.
            setChosen('json');
            onRead(next);
          }}
        />
      )}
    </div>
  );
}
