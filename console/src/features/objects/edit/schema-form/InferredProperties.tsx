import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { withProperty } from '../../../../platform/json-values/at-pointer.ts';
import { escapeToken } from '../../../../platform/json-values/json-values.ts';
import { propertySchemas } from '../../../../ui/json/json-schema.ts';
import { AddField } from './AddField.tsx';
import { useAddedFields, useFormRoot, useMessageAt, useRenderField } from './form-context.ts';
import { formField, startingValue } from './form-fields.ts';
import { fieldNames, inferSchema } from './infer-schema.ts';
import type { PropertiesProps } from './ObjectFields.tsx';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import classes from './SchemaForm.module.css';

/** The kinds of fields that have no button of their own to remove them. */
const withoutButton: ReadonlySet<string> = new Set(['text', 'number', 'boolean', 'choice', 'list']);

/** Renders a field for each property that this object or others of its type have; fields can be added and removed. */
export function InferredProperties({ value, schema, pointer, depth, onChange }: PropertiesProps) {
  const t = useSchemaFormTexts();
  const root = useFormRoot();
  const renderField = useRenderField();
  const message = useMessageAt(pointer);
  const added = useAddedFields(pointer);
  const declared = fieldNames(schema);
  const others = new Set(
    [...Object.keys(value), ...added.names].filter((name) => !declared.has(name)),
  );
  const fields = [
    ...propertySchemas(schema),
    ...[...others].map((name): [string, unknown] => [
      name,
      added.schemaOf(name) ?? inferSchema([value[name]]),
    ]),
  ];
  const remove = (name: string) => {
    added.remove(name);
    onChange(withProperty(value, name, undefined));
  };
  return (
    <div className={classes.fields}>
      {fields.map(([name, inner]) => {
        const own = Object.hasOwn(value, name) ? value[name] : undefined;
        const isPresent = own !== undefined || added.schemaOf(name) !== undefined;
        const { kind } = formField(inner, root, own, depth + 1);
        return (
          <div key={name} className={classes.removable}>
            {renderField({
              name,
              schema: inner,
              pointer: `${pointer}/${escapeToken(name)}`,
              depth: depth + 1,
              required: false,
              value: own,
              onChange: (next) => onChange(withProperty(value, name, next)),
            })}
            {isPresent && withoutButton.has(kind) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.removeField}
                aria-label={t.remove(name)}
                title={t.remove(name)}
                onClick={() => remove(name)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {message !== undefined && <p className={classes.message}>{message}</p>}
      <AddField
        taken={new Set(fields.map(([name]) => name))}
        onAdd={(name, field) => {
          added.add(name, field);
          const start = startingValue(field, root);
          // Fields in one line start empty, as all others that are not set.
          if (typeof start === 'object' && start !== null)
            onChange(withProperty(value, name, start));
        }}
      />
    </div>
  );
}
