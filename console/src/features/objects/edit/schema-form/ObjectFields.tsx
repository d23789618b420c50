import { Fragment } from 'react';
import {
  propertySchemas,
  requiredNames,
  type JsonSchema,
} from '../../../../ui/json/json-schema.ts';
import { useMessageAt, useRenderField, type FieldProps } from './form-context.ts';
import { withProperty } from '../../../../platform/json-values/at-pointer.ts';
import { AdditionalProperties } from './AdditionalProperties.tsx';
import { InferredProperties } from './InferredProperties.tsx';
import { isInferred } from './infer-schema.ts';
import { RemoveGroupButton } from './RemoveGroupButton.tsx';
import classes from './SchemaForm.module.css';
import { escapeToken } from '../../../../platform/json-values/json-values.ts';

type Data = Readonly<Record<string, unknown>>;

export interface PropertiesProps {
  value: Data;
  schema: JsonSchema;
  pointer: string;
  depth: number;
  onChange: (value: Data) => void;
}

/** Renders a field for each property. */
export function Properties(props: PropertiesProps) {
  return isInferred(props.schema) ? (
    <InferredProperties {...props} />
  ) : (
    <DeclaredProperties {...props} />
  );
}

/** Renders a field for each property of the schema, and the rest as JSON. */
function DeclaredProperties({ value, schema, pointer, depth, onChange }: PropertiesProps) {
  const renderField = useRenderField();
  const required = requiredNames(schema);
  const message = useMessageAt(pointer);
  return (
    <div className={classes.fields}>
      {propertySchemas(schema).map(([name, inner]) => (
        <Fragment key={name}>
          {renderField({
            name,
            schema: inner,
            pointer: `${pointer}/${escapeToken(name)}`,
            depth: depth + 1,
            required: required.has(name),
            value: Object.hasOwn(value, name) ? value[name] : undefined,
            onChange: (next) => onChange(withProperty(value, name, next)),
          })}
        </Fragment>
      ))}
      <AdditionalProperties
        value={value}
        schema={schema}
        pointer={pointer}
        offered={depth === 0}
        onChange={onChange}
      />
      {message !== undefined && <p className={classes.message}>{message}</p>}
    </div>
  );
}

interface ObjectFieldsProps extends FieldProps<Data> {
  schema: JsonSchema;
  depth: number;
  removable: boolean;
}

/** Renders a nested object as a group of fields. */
export function ObjectFields({
  label,
  description,
  pointer,
  required,
  unmarked,
  value,
  onChange,
  schema,
  depth,
  removable,
}: ObjectFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {label}
        {required && !unmarked && <span className={classes.asterisk}> *</span>}
      </legend>
      {removable && <RemoveGroupButton label={label} onClick={() => onChange(undefined)} />}
      {description !== undefined && <p className={classes.description}>{description}</p>}
      <Properties
        value={value}
        schema={schema}
        pointer={pointer}
        depth={depth}
        onChange={onChange}
      />
    </fieldset>
  );
}
