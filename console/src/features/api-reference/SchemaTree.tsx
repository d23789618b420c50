import { useState } from 'react';
import type { ApiDocument, JsonSchema } from './api-document.ts';
import { useApiReferenceTexts } from './api-reference.texts.ts';
import classes from './SchemaTree.module.css';
import { fieldsBelow, typeLabel } from './type-label.ts';

interface SchemaTreeProps {
  schema: JsonSchema;
  schemas: ApiDocument['components']['schemas'];
}

/** The fields of a value. Nested fields are rendered when their parent is opened, because schemas can be recursive. */
export function SchemaTree({ schema, schemas }: SchemaTreeProps) {
  return (
    <div className={classes.tree} lang="en">
      <code className={classes.type}>{typeLabel(schema, schemas)}</code>
      <Fields schema={schema} schemas={schemas} />
    </div>
  );
}

function Fields({ schema, schemas }: SchemaTreeProps) {
  const fields = fieldsBelow(schema, schemas);
  if (fields.length === 0) return null;
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <Field {...field} schemas={schemas} />
        </li>
      ))}
    </ul>
  );
}

interface FieldProps extends SchemaTreeProps {
  name: string;
  required: boolean;
}

function Field({ name, required, schema, schemas }: FieldProps) {
  const t = useApiReferenceTexts();
  const [open, setOpen] = useState(false);
  const line = (
    <>
      <code className={classes.name}>{name}</code>
      <span className={classes.type}>{typeLabel(schema, schemas)}</span>
      {required && <span className={classes.required}>{t.required}</span>}
      {schema.default !== undefined && (
        <span className={classes.type}>= {JSON.stringify(schema.default)}</span>
      )}
    </>
  );
  if (fieldsBelow(schema, schemas).length === 0) return <div className={classes.leaf}>{line}</div>;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.branch}>{line}</summary>
      {open && <Fields schema={schema} schemas={schemas} />}
    </details>
  );
}
