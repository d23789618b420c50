import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ObjectType } from '@annals/contracts/object-types';
import { jsonText } from '../../../platform/json-values/json-values.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { JsonEditor } from '../../../ui/json/JsonEditor.tsx';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { BreakingObjects } from './BreakingObjects.tsx';
import { RemoveSchema } from './RemoveSchema.tsx';
import { SchemaAnnotations } from './SchemaAnnotations.tsx';
import { schemaHelp } from './schema-help.ts';
import { useTypeTexts } from './types.texts.ts';
import { useSchemaForm } from './useSchemaForm.ts';
import classes from './TypesTab.module.css';

interface SchemaEditorProps {
  partitionId: string;
  /** Undefined for a new type. */
  type: ObjectType | undefined;
  onClose: () => void;
}

const renderMerged = (name: string, value: unknown) =>
  name === 'jsonSchema' ? <pre className={classes.merged}>{jsonText(value)}</pre> : String(value);

/** Edits the JSON Schema of a type, and shows which objects do not match before it is saved. */
export function SchemaEditor({ partitionId, type, onClose }: SchemaEditorProps) {
  const t = useTypeTexts();
  const serviceText = useServiceText();
  const schema = useSchemaForm(partitionId, type, onClose);
  const { form, isUnreadable, problems, result } = schema;
  const shownProblems = useMemo(
    () => problems.map((wrong) => ({ pointer: wrong.pointer, message: serviceText(wrong) })),
    [problems, serviceText],
  );
  const [isRemoving, setRemoving] = useState(false);

  return (
    <>
      <p className={classes.text}>{t.schemaHint}</p>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{ type: t.type, jsonSchema: t.schema }}
        show={renderMerged}
        onCancel={onClose}
      >
        {type === undefined && (
          <TextInput
            label={t.type}
            description={t.anotherHint}
            withAsterisk
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            {...form.field('type')}
          />
        )}
        <JsonEditor
          label={t.schema}
          start={form.values.jsonSchema}
          takesFocus={type !== undefined}
          help={schemaHelp}
          problems={shownProblems}
          error={isUnreadable ? t.unreadable : undefined}
          onRead={(reading) => schema.read(reading.ok ? reading.value : undefined)}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={schema.isChecking}
            disabled={!schema.mayCheck}
            {...(isUnreadable && { title: t.unreadable })}
            onClick={schema.check}
          >
            {t.check}
          </Button>
          {type?.jsonSchema && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t.remove}
            </Button>
          )}
        </div>
        <div aria-live="polite">
          {schema.checkError && <ErrorPanel title={t.notChecked} error={schema.checkError} />}
          {result && (
            <>
              <BreakingObjects partitionId={partitionId} breaking={result.breaking} />
              <SchemaAnnotations annotations={result.annotations} />
            </>
          )}
        </div>
      </GuardedForm>
      {isRemoving && type && (
        <RemoveSchema
          partitionId={partitionId}
          type={type}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            form.guard.release();
            onClose();
          }}
        />
      )}
    </>
  );
}
