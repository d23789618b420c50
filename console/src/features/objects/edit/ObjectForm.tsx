import { Button, TextInput } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { JsonEditor } from '../../../shared/json/JsonEditor.tsx';
import { useEditTexts } from './edit.texts.ts';
import { draftFaults, type ObjectDraft } from './object-draft.ts';
import { fieldErrors } from './object-writes.ts';
import { ReferencesEditor } from './ReferencesEditor.tsx';
import classes from './ObjectForm.module.css';

interface ObjectFormProps {
  partitionId: string;
  start: ObjectDraft;
  /** Suggestions for the type of a new timeline; absent for a version of one that has its type. */
  types?: readonly string[];
  submit: string;
  pending: boolean;
  error: Error | null;
  onSubmit: (draft: ObjectDraft) => void;
  onClose: () => void;
  /** What stands between the form and its buttons, worked out from what is written. */
  renderBelow?: (draft: ObjectDraft) => ReactNode;
}

/** Type, data and references of a version that is about to be written. */
export function ObjectForm(props: ObjectFormProps) {
  const { partitionId, start, types, submit, pending, error, onSubmit, onClose, renderBelow } =
    props;
  const t = useEditTexts();
  const typesId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const needsType = types !== undefined;
  const faults = draftFaults(draft, needsType);
  const refused = fieldErrors(error);
  const errorAt = (field: string) => {
    const fault = tried ? faults.get(field) : undefined;
    return fault ? t[fault] : refused.get(field);
  };
  const dirty = draft !== start;
  useBlocker({
    shouldBlockFn: () => dirty && !window.confirm(t.leave),
    enableBeforeUnload: () => dirty,
  });

  function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (faults.size === 0 && !pending) onSubmit(draft);
    else
      window.requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
  }
  function close() {
    if (!dirty || window.confirm(t.leave)) onClose();
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={send}>
      {needsType && (
        <>
          <TextInput
            label={t.type}
            description={t.typeHint}
            required
            data-autofocus
            list={typesId}
            autoComplete="off"
            value={draft.type}
            error={errorAt('type')}
            onChange={(event) => setDraft({ ...draft, type: event.currentTarget.value })}
          />
          <datalist id={typesId}>
            {types.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </datalist>
        </>
      )}
      <JsonEditor
        label={t.data}
        start={start.reading.ok ? start.reading.value : {}}
        error={errorAt('objectData')}
        takesFocus={!needsType}
        onRead={(reading) => setDraft((before) => ({ ...before, reading }))}
      />
      <ReferencesEditor
        partitionId={partitionId}
        references={draft.references}
        errorAt={errorAt}
        onChange={(references) => setDraft({ ...draft, references })}
      />
      {renderBelow?.(draft)}
      {error && refused.size === 0 && <ErrorPanel title={t.notSaved} error={error} />}
      <div className={classes.buttons}>
        <Button variant="default" disabled={pending} onClick={close}>
          {t.cancel}
        </Button>
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
