import { ActionIcon, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { valueAt } from '../../../platform/json-values/at-pointer.ts';
import {
  isArray,
  isObject,
  pointerTokens,
  type JsonObject,
} from '../../../platform/json-values/json-values.ts';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { requiredNames, schemaAlong, type JsonSchema } from '../../../ui/json/json-schema.ts';
import { joinProblems, useDataProblems } from '../edit/data-problems.ts';
import { typeExamplesQuery, typeSchemaQuery } from '../edit/object-type.queries.ts';
import { hasForm } from '../edit/schema-form/form-fields.ts';
import { inferSchema } from '../edit/schema-form/infer-schema.ts';
import { FormFrame } from '../edit/schema-form/FormFrame.tsx';
import { SchemaField } from '../edit/schema-form/SchemaField.tsx';
import classes from './InPlace.module.css';
import { useInPlaceTexts } from './in-place.texts.ts';
import type { FieldEdits } from './useFieldEdits.ts';

interface EditedFieldProps {
  partitionId: string;
  fields: FieldEdits;
  pointer: string;
  /** How the page names the value. */
  name: string;
  /** Moves the focus back to the row of the value. */
  onLeave: () => void;
}

/** The field of one value, with the control and the rules that it has in the form of a new version. */
export function EditedField({ partitionId, fields, pointer, name, onLeave }: EditedFieldProps) {
  const t = useInPlaceTexts();
  const { edits, data } = fields;
  const type = edits?.base.type ?? '';
  const { data: schema, isLoading } = useQuery(typeSchemaQuery(partitionId, type));
  const examples = useQuery({
    ...typeExamplesQuery(partitionId, type),
    enabled: schema === null,
  });
  // A later attempt after a failure must not take away what is being typed.
  const [hasBegun, setHasBegun] = useState(false);
  const waits = !hasBegun && (isLoading || examples.isLoading);
  if (!waits && !hasBegun) setHasBegun(true);
  const isChanged = edits?.values.has(pointer) === true;
  const isUnreadable = edits?.unreadable.has(pointer) === true;
  const close = () => {
    fields.undo(pointer);
    onLeave();
  };
  const frame = useRef<HTMLDivElement>(null);
  useCloseOnClick(frame, () => {
    if (!isChanged && !isUnreadable) fields.undo(pointer);
  });
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const isLine = event.target instanceof HTMLInputElement && !isNested(valueAt(data, pointer));
    if (event.key === 'Escape' && (isLine || !isChanged)) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && isLine) {
      // The next value is an arrow key away.
      event.preventDefault();
      onLeave();
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the control within bubble to it
    <div ref={frame} className={classes.field} data-changed={isChanged} onKeyDown={press}>
      {waits ? (
        <Skeleton height={36} />
      ) : (
        <Control
          fields={fields}
          pointer={pointer}
          name={name}
          schema={schema ?? undefined}
          examples={examples.data?.objects ?? []}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isChanged ? t.undo(name) : t.close(name)}
        title={isChanged ? t.undo(name) : t.close(name)}
        onClick={close}
      >
        {isChanged ? <IconArrowBackUp size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
      </ActionIcon>
    </div>
  );
}

interface ControlProps extends Pick<EditedFieldProps, 'fields' | 'pointer' | 'name'> {
  schema: JsonSchema | undefined;
  examples: readonly Readonly<Record<string, unknown>>[];
}

/** The control of the form, at the place of the value; it takes the focus. */
function Control({ fields, pointer, name, schema, examples }: ControlProps) {
  const { edits, data } = fields;
  const serviceText = useServiceText();
  // What the field holds must not change its control.
  const [root] = useState(() =>
    schema && hasForm(schema) ? schema : inferSchema([data, ...examples]),
  );
  const [found] = useState(() => schemaAt(pointer, root, data));
  const reading = useMemo(() => ({ ok: true as const, value: data }), [data]);
  const live = useDataProblems({ schema, reading, emptyToo: true });
  const refused = edits?.refused;
  const problems = useMemo(
    () => joinProblems(live, refused ?? [], serviceText),
    [live, refused, serviceText],
  );
  const { setUnreadable } = fields;
  const onUnreadable = useCallback(
    (unreadable: boolean) => setUnreadable(pointer, unreadable),
    [setUnreadable, pointer],
  );
  const control = useRef<HTMLDivElement>(null);
  const focusFirst = useEffectEvent(() => {
    const first = control.current?.querySelector<HTMLElement>(
      'input, textarea, select, button, [contenteditable="true"]',
    );
    first?.focus();
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
  });
  useEffect(() => focusFirst(), []);
  return (
    <div ref={control} className={classes.control}>
      <FormFrame
        schema={root}
        problems={problems}
        erased={edits?.base.erased}
        onUnreadable={onUnreadable}
      >
        <SchemaField
          name={name}
          schema={found.schema}
          pointer={pointer}
          depth={pointerTokens(pointer).length}
          required={found.required}
          unmarked
          removable={!found.required}
          value={valueAt(data, pointer)}
          onChange={(value) => fields.change(pointer, value)}
        />
      </FormFrame>
    </div>
  );
}

/** The schema of a value, and whether it must be there. Without a schema, the value says what it is. */
function schemaAt(
  pointer: string,
  root: JsonSchema,
  data: JsonObject,
): { schema: JsonSchema; required: boolean } {
  const path = pointerTokens(pointer);
  const schema = schemaAlong(path, root);
  const parent = schemaAlong(path.slice(0, -1), root);
  const isElement = isArray(valueAt(data, pointer.slice(0, pointer.lastIndexOf('/'))));
  return {
    schema:
      schema && Object.keys(schema).length > 0 ? schema : inferSchema([valueAt(data, pointer)]),
    required: isElement || (parent !== undefined && requiredNames(parent).has(path.at(-1) ?? '')),
  };
}

const isNested = (value: unknown): boolean => isArray(value) || isObject(value);

/** A click elsewhere counts when it is over: a field that closed earlier would move what is clicked. */
function useCloseOnClick(frame: { current: HTMLElement | null }, onClick: () => void) {
  const close = useEffectEvent(onClick);
  useEffect(() => {
    const listen = ({ target }: MouseEvent) => {
      if (target instanceof Node && target.isConnected && !frame.current?.contains(target)) close();
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [frame]);
}
