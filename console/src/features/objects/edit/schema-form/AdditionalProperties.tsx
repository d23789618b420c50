import { useMemo, useState } from 'react';
import { AddButton } from '../../../../ui/buttons/AddButton.tsx';
import { isObject, pointerTokens } from '../../../../platform/json-values/json-values.ts';
import { JsonValueEditor } from '../../../../ui/json/JsonEditor.tsx';
import { propertySchemas, type JsonSchema } from '../../../../ui/json/json-schema.ts';
import { useProblemsWithin, useUnreadable } from './form-context.ts';
import { useSchemaFormTexts } from './schema-form.texts.ts';

interface AdditionalPropertiesProps {
  value: Readonly<Record<string, unknown>>;
  schema: JsonSchema;
  pointer: string;
  /** Whether properties can be added if there are none yet. */
  offered: boolean;
  onChange: (value: Readonly<Record<string, unknown>>) => void;
}

/** Edits the properties that are not in the schema, as JSON. */
export function AdditionalProperties({
  value,
  schema,
  pointer,
  offered,
  onChange,
}: AdditionalPropertiesProps) {
  const t = useSchemaFormTexts();
  const named = new Set(propertySchemas(schema).map(([name]) => name));
  const rest = Object.entries(value).filter(([name]) => !named.has(name));
  const [open, setOpen] = useState(rest.length > 0);
  const [error, setError] = useState<string>();
  useUnreadable(error !== undefined);
  const within = useProblemsWithin(pointer);
  const problems = useMemo(() => {
    const withField = new Set(propertySchemas(schema).map(([name]) => name));
    return within.filter(({ pointer: place }) => {
      const [name] = pointerTokens(place);
      return name !== undefined && !withField.has(name);
    });
  }, [within, schema]);
  const { additionalProperties, patternProperties } = schema;
  const allowed =
    isObject(additionalProperties) ||
    isObject(patternProperties) ||
    (offered && additionalProperties !== false);
  if (!open && rest.length === 0)
    return allowed ? (
      <div>
        <AddButton onClick={() => setOpen(true)}>{t.further}</AddButton>
      </div>
    ) : null;

  function errorOf(read: Readonly<Record<string, unknown>> | undefined): string | undefined {
    if (read === undefined) return t.notObject;
    const twice = Object.keys(read).find((name) => named.has(name));
    return twice === undefined ? undefined : t.hasOwnField(twice);
  }
  return (
    <div>
      <JsonValueEditor
        label={t.further}
        hint={t.furtherHint}
        start={Object.fromEntries(rest)}
        error={error}
        problems={error === undefined ? problems : []}
        onRead={(reading) => {
          const read = reading.ok && isObject(reading.value) ? reading.value : undefined;
          const found = errorOf(read);
          setError(found);
          if (read === undefined || found !== undefined) return;
          const known = Object.entries(value).filter(([name]) => named.has(name));
          onChange(Object.fromEntries([...known, ...Object.entries(read)]));
        }}
      />
    </div>
  );
}
