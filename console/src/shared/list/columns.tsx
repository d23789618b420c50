import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { grouped } from '../texts.ts';
import { Moment } from '../time/Moment.tsx';
import type { Capability } from '../permissions/capabilities.ts';

/** One column of a list, as its page describes it. The first one leads to the row's page and is always shown. */
export interface ListColumn<Row> {
  /** Also the field the service sorts by. */
  id: string;
  header: string;
  /** Nothing (undefined, null, '') shows as a dash. */
  render: (row: Row) => ReactNode;
  /** The plain value; by it the list searches and sorts itself where the service answers everything at once. */
  value?: (row: Row) => string | number | null | undefined;
  /** Whether the service sorts by it; `descending` where the first click should show the greatest or newest first. */
  sortable?: boolean | 'descending';
  /** Numbers stand at the end of their column. */
  align?: 'end';
  /** The content explains itself, as a button does: it has no label on a card. */
  unlabelled?: boolean;
  /** A CSS width; columns without one share what is left. */
  width?: string;
  /** Offered by the column chooser, not shown at first. */
  hiddenAtFirst?: boolean;
  /** What the services must have for it. */
  needs?: Capability;
}

/** Of the cell beside the first one, which tells a row from others of the same name. */
export const secondCellId = (rowId: string): string => `beside-${rowId}`;

/** The user's choice for a column, else the default of the page. */
export function isShown<Row>(
  { id, hiddenAtFirst }: ListColumn<Row>,
  chosen: Readonly<Record<string, boolean>>,
): boolean {
  return chosen[id] ?? !hiddenAtFirst;
}

/** One filter of a list: a choice when it has options, else a field to type into. */
export interface ListFilter<Row, Name extends string = string> {
  name: Name;
  label: string;
  /** The choice that does not filter, for example "Any status"; for a field to type into, its placeholder. */
  any: string;
  options?: readonly { value: string; label: string }[];
  /** It brings more, not less: shown also while the list is empty. */
  widens?: boolean;
  /** The options are still loading: the filter keeps its space. */
  pending?: boolean;
  /** By it the list filters itself where the service answers everything at once. */
  matches?: (row: Row, value: string) => boolean;
}

type Options<Row> = Omit<Partial<ListColumn<Row>>, 'id' | 'header'>;
type Plain = string | number | null | undefined;

/** A field as it is; `render` shows it in another way, while search, order and export go by the field. */
export function text<Row extends object>(
  id: keyof Row & string,
  header: string,
  options: Options<Row> = {},
): ListColumn<Row> {
  const value = (row: Row) => row[id] as Plain;
  return { id, header, value, render: value, ...options };
}

/** A text that is made of the row. */
export function derived<Row>(
  id: string,
  header: string,
  value: (row: Row) => Plain,
  options: Options<Row> = {},
): ListColumn<Row> {
  return { id, header, value, render: value, ...options };
}

interface DateOptions<Row> extends Options<Row> {
  /** Shown where the service reports null. */
  never?: ReactNode;
  /** Date and time in place of "3 days ago". */
  absolute?: boolean;
}

/** A moment. */
export function date<Row extends object>(
  id: keyof Row & string,
  header: string,
  { never, absolute = false, ...options }: DateOptions<Row> = {},
): ListColumn<Row> {
  const value = (row: Row) => row[id] as string | null | undefined;
  return {
    id,
    header,
    value,
    render: (row) => {
      const moment = value(row);
      if (moment === null && never !== undefined) return never;
      return moment && <Moment value={moment} absolute={absolute} />;
    },
    ...options,
  };
}

/** How many there are; nothing where the service does not say. */
export function count<Row extends object>(
  id: keyof Row & string,
  header: string,
  options: Options<Row> = {},
): ListColumn<Row> {
  const value = (row: Row) => row[id] as number | undefined;
  return {
    id,
    header,
    value,
    render: (row) => {
      const number = value(row);
      return number === undefined ? undefined : grouped(number);
    },
    align: 'end',
    ...options,
  };
}

interface DetailsOptions<Row> {
  /** Of the button of a row. */
  label: (row: Row) => string;
  width: string;
  onOpen: (row: Row) => void;
  /** Loads the code of what opens. */
  preload?: () => void;
  /** The id of the row in its list. */
  rowId: (row: Row) => string;
}

/** A button in each row that opens its details. */
export function details<Row>(
  header: string,
  { label, width, onOpen, preload, rowId }: DetailsOptions<Row>,
): ListColumn<Row> {
  return {
    id: 'details',
    header,
    render: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label(row)}
        aria-describedby={secondCellId(rowId(row))}
        title={header}
        onClick={() => onOpen(row)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <IconListDetails size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    ),
    align: 'end',
    unlabelled: true,
    width,
  };
}
