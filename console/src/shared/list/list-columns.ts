import type { ReactNode } from 'react';
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
