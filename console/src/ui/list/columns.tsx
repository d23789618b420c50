import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { grouped } from '../../platform/texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import type { Capability } from '../../platform/capabilities.ts';

/** A column of a list. The first one contains the link to the row's page and is always shown. */
export interface ListColumn<Row> {
  /** Also the sort field of the service. */
  id: string;
  header: string;
  /** An empty result (undefined, null, '') shows as a dash. */
  render: (row: Row) => ReactNode;
  /**
   * The plain value, used for search and sorting of a client-side list. Of a service of another vendor, undefined means
   * that it does not say, null and '' that there is none.
   */
  value?: (row: Row) => string | number | null | undefined;
  /** A second line in small letters, as long as the column that it is taken from is not shown itself. */
  below?: { column: string; render: (row: Row) => ReactNode };
  /** Whether the service tells more than the column shows, in a form that could not be read. */
  isPart?: (row: Row) => boolean;
  /** Whether the service sorts by it; `descending` if the first click should sort the greatest or newest first. */
  sortable?: boolean | 'descending';
  /** Aligns numbers at the end of their column. */
  align?: 'end';
  /** Omits the label on a card, for content that explains itself, such as a button; it is not printed. */
  unlabelled?: boolean;
  /** Whether it takes a second line of its row where one is too short: several names, or whole words that say much. */
  twoLines?: boolean;
  /** A CSS width; columns without one share what is left. */
  width?: string;
  /**
   * Left out by default where the table is too narrow for all of its columns, as on a tablet, or only where it is hardly
   * wider than a phone; not on cards or paper.
   */
  needsRoom?: boolean | 'some';
  /** Hidden by default; the column chooser offers it. */
  hiddenAtFirst?: boolean;
  /** The required capabilities of the services. */
  needs?: Capability;
}

/** The id of the second line or cell, which distinguishes a row from others with the same name. */
export const secondCellId = (rowId: string): string => `beside-${rowId}`;

/** Whether a column is shown, by the user's choice or by default. */
export function isShown<Row>(
  { id, hiddenAtFirst }: ListColumn<Row>,
  chosen: Readonly<Record<string, boolean>>,
): boolean {
  return chosen[id] ?? !hiddenAtFirst;
}

/** A filter of a list: a choice if it has options, otherwise a text field. */
export interface ListFilter<Row, Name extends string = string> {
  name: Name;
  label: string;
  /** The option that does not filter, for example "Any status"; for a text field, its placeholder. */
  any: string;
  options?: readonly { value: string; label: string }[];
  /** Whether it adds rows instead of removing some: then it is also shown for an empty list. */
  widens?: boolean;
  /** Whether it is only shown once it is set: something else on the page sets it. */
  onlyWhenSet?: boolean;
  /** Whether the options are still loading; the space of the filter is reserved. */
  pending?: boolean;
  /**
   * For a client-side list: of the filter's values, those that a row has; undefined if the service does not say, which is
   * not the same as none. A filter that no row says anything about is left out.
   */
  valuesOf?: (row: Row) => string | readonly string[] | undefined;
  /** Whether a row may have further values, which could not be read. */
  isPart?: (row: Row) => boolean;
  /**
   * What a value of a row is called. Where the service does not list all values, those that only rows have are options of
   * a client-side list too.
   */
  labelOf?: (row: Row, value: string) => string;
}

type Options<Row> = Omit<Partial<ListColumn<Row>>, 'id' | 'header'>;
type Plain = string | number | null | undefined;

/** A field of the row. `render` only changes its display: search, order and export use the field. */
export function text<Row extends object>(
  id: keyof Row & string,
  header: string,
  options: Options<Row> = {},
): ListColumn<Row> {
  const value = (row: Row) => row[id] as Plain;
  return { id, header, value, render: value, ...options };
}

/** A text derived from the row. */
export function derived<Row>(
  id: string,
  header: string,
  value: (row: Row) => Plain,
  options: Options<Row> = {},
): ListColumn<Row> {
  return { id, header, value, render: value, ...options };
}

interface DateOptions<Row> extends Options<Row> {
  /** Shown if the service reports null. */
  never?: ReactNode;
  /** Shows date and time without "3 days ago". */
  absolute?: boolean;
  /** Shows them to the second. */
  exact?: boolean;
}

/** Room for date and time in both languages; in rem, so that it is not among the widths that shrink. */
export const momentWidth = '11.5rem';

/** A moment: date and time, and below them how long ago. */
export function date<Row extends object>(
  id: keyof Row & string,
  header: string,
  { never, absolute = false, exact = false, ...options }: DateOptions<Row> = {},
): ListColumn<Row> {
  const value = (row: Row) => row[id] as string | null | undefined;
  return {
    id,
    header,
    value,
    render: (row) => {
      const moment = value(row);
      if (moment === null && never !== undefined) return never;
      return (
        moment && (
          <Moment
            value={moment}
            absolute={absolute}
            exact={exact}
            withRelative={!absolute && !exact}
          />
        )
      );
    },
    width: momentWidth,
    ...options,
  };
}

/** A number; empty if the service does not report it. */
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
  /** The accessible name of a row's button. */
  label: (row: Row) => string;
  width: string;
  onOpen: (row: Row) => void;
  /** Preloads the code of the details. */
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
