import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  useFormRoot,
  useMessageAt,
  useProblemsWithin,
  useRenderField,
  type FieldProps,
} from './form-context.ts';
import { AddButton } from '../../../../ui/buttons/AddButton.tsx';
import { startingValue, tableColumns } from './form-fields.ts';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import classes from './SchemaForm.module.css';
import { withProperty } from '../../../../platform/json-values/at-pointer.ts';
import {
  escapeToken,
  isObject,
  pointerTokens,
} from '../../../../platform/json-values/json-values.ts';
import { SimpleTable } from '../../../../ui/tables/SimpleTable.tsx';
import { requiredNames, resolveSchema, type JsonSchema } from '../../../../ui/json/json-schema.ts';

/** Long lists are shown in portions of this size. */
const portion = 30;

interface ListFieldProps extends FieldProps<readonly unknown[]> {
  items: unknown;
  depth: number;
}

/** Edits a list of values or objects: add, remove, move. */
export function ListField(props: ListFieldProps) {
  const { label, description, pointer, required, value, onChange, items, depth } = props;
  const t = useSchemaFormTexts();
  const root = useFormRoot();
  const message = useMessageAt(pointer);
  const elements = useElements(value, onChange);
  const list = useRef<HTMLDivElement>(null);
  const { shown, showAtLeast } = useShownCount(pointer, value.length);
  const places = Array.from({ length: shown }, (_, position) => position);
  // Typing must not switch the layout.
  const [columns] = useState(() => tableColumns(items, root, value, depth));
  const renderPart = usePartOfList(props, elements);

  function add() {
    showAtLeast(value.length + 1);
    onChange([...value, startingValue(items, root)]);
    window.requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('tbody tr, [data-row]');
      rows?.[rows.length - 1]?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  }
  const renderActs = (position: number) => (
    <ElementActs
      name={t.item(label, position + 1)}
      position={position}
      count={value.length}
      elements={elements}
    />
  );

  return (
    <fieldset className={classes.group} aria-invalid={message !== undefined || undefined}>
      <legend className={classes.legend}>
        {label}
        {required && <span className={classes.asterisk}> *</span>}
      </legend>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      <div ref={list} className={classes.items}>
        {value.length === 0 && <p className={classes.description}>{t.noItems}</p>}
        {columns && value.length > 0 ? (
          <div className={classes.table}>
            <SimpleTable
              label={label}
              columns={[
                ...columns.map((column) => ({
                  id: column[0],
                  header: titleOf(column[1], root) ?? column[0],
                  render: (position: number) => renderPart.cell(position, column),
                })),
                {
                  id: '',
                  header: t.rowActs,
                  quietHead: true,
                  fits: true,
                  align: 'end',
                  render: renderActs,
                },
              ]}
              rows={places}
              rowKey={(position) => elements.keyAt(position) ?? position}
            />
          </div>
        ) : (
          places.map((position) => (
            <div key={elements.keyAt(position)} className={classes.item} data-row>
              {renderPart.element(position)}
              {renderActs(position)}
            </div>
          ))
        )}
      </div>
      <div className={classes.listActs}>
        {shown < value.length && (
          <Button size="xs" variant="subtle" onClick={() => showAtLeast(shown + portion)}>
            {t.showMore(Math.min(portion, value.length - shown))}
          </Button>
        )}
        <AddButton onClick={add}>{t.addItem(label)}</AddButton>
      </div>
      {message !== undefined && <p className={classes.message}>{message}</p>}
    </fieldset>
  );
}

function titleOf(schema: unknown, root: JsonSchema): string | undefined {
  const title = resolveSchema(schema, root)?.['title'];
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** The fields of the elements, whole or as the cells of a table. */
function usePartOfList(
  { label, pointer, value, items, depth }: ListFieldProps,
  { replace }: Elements,
) {
  const t = useSchemaFormTexts();
  const root = useFormRoot();
  const renderField = useRenderField();
  return {
    element: (position: number) =>
      renderField({
        name: t.item(label, position + 1),
        schema: items,
        pointer: `${pointer}/${position}`,
        depth: depth + 1,
        required: true,
        unmarked: true,
        removable: false,
        value: value[position],
        onChange: (next) => replace(position, next),
      }),
    cell(position: number, [name, schema]: readonly [string, unknown]) {
      const element = value[position];
      const row = isObject(element) ? element : {};
      return renderField({
        name: t.cell(name, position + 1),
        schema,
        pointer: `${pointer}/${position}/${escapeToken(name)}`,
        depth: depth + 2,
        required: requiredNames(resolveSchema(items, root) ?? {}).has(name),
        unmarked: true,
        value: Object.hasOwn(row, name) ? row[name] : undefined,
        onChange: (next) => replace(position, withProperty(row, name, next)),
      });
    },
  };
}

interface ElementActsProps {
  name: string;
  position: number;
  count: number;
  elements: Elements;
}

function ElementActs({ name, position, count, elements: { move, remove } }: ElementActsProps) {
  const t = useSchemaFormTexts();
  const act = (label: string, icon: ReactNode, run: () => void, disabled = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={run}
    >
      {icon}
    </ActionIcon>
  );
  const up = <IconArrowUp size={16} aria-hidden />;
  const down = <IconArrowDown size={16} aria-hidden />;
  return (
    <div className={classes.itemActs}>
      {count > 1 && (
        <>
          {act(t.up(name), up, () => move(position, position - 1), position === 0)}
          {act(t.down(name), down, () => move(position, position + 1), position === count - 1)}
        </>
      )}
      {act(t.remove(name), <IconTrash size={16} aria-hidden />, () => remove(position))}
    </div>
  );
}

/** How many elements are shown: those with problems in any case. */
function useShownCount(pointer: string, count: number) {
  const [wanted, setWanted] = useState(portion);
  const ends = useProblemsWithin(pointer).map(
    ({ pointer: position }) => Number(pointerTokens(position)[0] ?? 0) + 1,
  );
  return {
    shown: Math.min(count, Math.max(wanted, ...ends)),
    showAtLeast: (least: number) => setWanted((before) => Math.max(before, least)),
  };
}

type Elements = ReturnType<typeof useElements>;

/** The changes of a list, and stable keys of its elements, so that input stays with its element when moved. */
function useElements(value: readonly unknown[], onChange: (value: unknown[]) => void) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const count = value.length;
  if (keys.length !== count) {
    const next = Math.max(-1, ...keys) + 1;
    const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, key) => next + key);
    setKeys([...keys.slice(0, count), ...added]);
  }
  return {
    keyAt: (position: number) => keys[position],
    replace: (position: number, next: unknown) =>
      onChange(value.map((old, index) => (index === position ? (next ?? null) : old))),
    move: (from: number, to: number) => {
      setKeys(keys.with(from, keys[to] ?? 0).with(to, keys[from] ?? 0));
      onChange(value.with(from, value[to]).with(to, value[from]));
    },
    remove: (position: number) => {
      setKeys(keys.filter((_, index) => index !== position));
      onChange(value.filter((_, index) => index !== position));
    },
  };
}
