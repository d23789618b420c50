import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  useFormRoot,
  useMessageAt,
  useProblemsWithin,
  useRenderField,
  type FieldProps,
} from './form-context.ts';
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
  const renderField = useRenderField();
  const message = useMessageAt(pointer);
  const keys = useRowKeys(value.length);
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(portion);
  const withProblems = useProblemsWithin(pointer).map(({ pointer: position }) =>
    Number(pointerTokens(position)[0] ?? 0),
  );
  // Elements with problems must be visible.
  const shown = Math.min(
    value.length,
    Math.max(asked, ...withProblems.map((position) => position + 1)),
  );

  const places = Array.from({ length: shown }, (_, position) => position);
  // Typing must not switch the layout.
  const [columns] = useState(() => tableColumns(items, root, value, depth));

  function replace(position: number, next: unknown) {
    onChange(value.map((old, index) => (index === position ? (next ?? null) : old)));
  }
  function move(from: number, to: number) {
    keys.move(from, to);
    onChange(value.with(from, value[to]).with(to, value[from]));
  }
  function add() {
    setAsked((count) => Math.max(count, value.length + 1));
    onChange([...value, startingValue(items, root)]);
    window.requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('tbody tr, [data-row]');
      rows?.[rows.length - 1]?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  }

  function renderActs(position: number) {
    const name = t.item(label, position + 1);
    return (
      <div className={classes.itemActs}>
        {value.length > 1 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.up(name)}
              title={t.up(name)}
              disabled={position === 0}
              onClick={() => move(position, position - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.down(name)}
              title={t.down(name)}
              disabled={position === value.length - 1}
              onClick={() => move(position, position + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(name)}
          title={t.remove(name)}
          onClick={() => {
            keys.remove(position);
            onChange(value.filter((_, index) => index !== position));
          }}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    );
  }

  function renderElement(position: number) {
    return renderField({
      name: t.item(label, position + 1),
      schema: items,
      pointer: `${pointer}/${position}`,
      depth: depth + 1,
      required: true,
      unmarked: true,
      removable: false,
      value: value[position],
      onChange: (next) => replace(position, next),
    });
  }
  function renderCell(position: number, [name, schema]: readonly [string, unknown]) {
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
  }

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
                  render: (position: number) => renderCell(position, column),
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
              rowKey={(position) => keys.at(position) ?? position}
            />
          </div>
        ) : (
          places.map((position) => (
            <div key={keys.at(position)} className={classes.item} data-row>
              {renderElement(position)}
              {renderActs(position)}
            </div>
          ))
        )}
      </div>
      <div className={classes.listActs}>
        {shown < value.length && (
          <Button size="xs" variant="subtle" onClick={() => setAsked(shown + portion)}>
            {t.showMore(Math.min(portion, value.length - shown))}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {t.addItem(label)}
        </Button>
      </div>
      {message !== undefined && <p className={classes.message}>{message}</p>}
    </fieldset>
  );
}

function titleOf(schema: unknown, root: JsonSchema): string | undefined {
  const title = resolveSchema(schema, root)?.['title'];
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** Stable keys of the elements, so that input stays with its element when moved. */
function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  if (keys.length !== count) {
    const next = Math.max(-1, ...keys) + 1;
    const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, key) => next + key);
    setKeys([...keys.slice(0, count), ...added]);
  }
  return {
    at: (position: number) => keys[position],
    move: (from: number, to: number) =>
      setKeys(keys.with(from, keys[to] ?? 0).with(to, keys[from] ?? 0)),
    remove: (position: number) => setKeys(keys.filter((_, index) => index !== position)),
  };
}
