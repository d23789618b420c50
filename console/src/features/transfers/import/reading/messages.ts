import type { Grid, GridRow } from '@annals/rules/files/grid';
import type { NumberedRow, ReadingChoices, TableFacts } from '@annals/rules/files/open-data-file';
import type { FileFlaw, FlawDetails } from '@annals/rules/files/unreadable-file';
import type { Table } from '@annals/rules/tables/table';

/** What the page asks of the worker. Each `more` is answered by one part, so that no parts pile up on the page. */
export type Request =
  | { readonly type: 'open'; readonly file: File; readonly reading: ReadingChoices }
  | { readonly type: 'more' };

/** What is in a file, without its rows. */
export type OpenedInWorker =
  | {
      readonly form: 'versions';
      readonly isStreamed: boolean;
      readonly isSnapshot: boolean;
    }
  | {
      readonly form: 'table';
      readonly table: Omit<Table, 'rows'>;
      readonly grid: Omit<Grid, 'rows'>;
      readonly facts: TableFacts;
    };

/** The next rows: of versions with the bytes of the file that were read for them, or of the grid of a table. */
export interface Part {
  readonly versions: readonly NumberedRow[];
  readonly gridRows: readonly GridRow[];
  readonly bytes: readonly Uint8Array[];
  readonly isLast: boolean;
}

/** What the worker says. */
export type Answer =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'opened'; readonly opened: OpenedInWorker }
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'unreadable'; readonly flaw: FileFlaw; readonly details: FlawDetails }
  | { readonly type: 'failed'; readonly name: string; readonly message: string };
