import {
  IconDownload,
  IconFileSpreadsheet,
  IconJson,
  IconPrinter,
  IconX,
} from '@tabler/icons-react';
import { useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { use, useRef, useState } from 'react';
import { serviceOf } from '@annals/contracts/service-name';
import type { Page } from '../../platform/api/page.ts';
import { hasCapability } from '../../platform/capabilities.ts';
import type { ShownCall } from '../copy-as/CopyAs.tsx';
import { ToolButton } from '../buttons/ToolButton.tsx';
import { showFailure, showToast } from '../feedback/toasts.ts';
import { currentLanguage } from '../../platform/texts.ts';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import type { ListColumn, ListFilter } from './columns.tsx';
import type { ExportedTable } from './export-rows.ts';
import type { ListState } from './useListState.ts';
import type { ListRequest } from './list-request.ts';
import { useListTexts } from './list.texts.ts';
import { PrintRows } from './printed-rows.ts';

type Format = 'csv' | 'xlsx' | 'ndjson';

interface ExportButtonsProps<Row extends object, Filter extends string, Key extends QueryKey> {
  list: ListState<Filter>;
  /** The query of the list for a request, as for `useListQuery`. */
  query: (request: ListRequest<Filter>) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  /** Those with a `value` become columns of the file. */
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter<Row, Filter>[];
  /** Without date and extension. */
  filename: string;
  /** NDJSON has the rows as the service returned them, one per line. */
  formats?: readonly Format[];
  /** The table of the rows, if it can be imported again; undefined: that of the columns. */
  tableOf?: (rows: readonly Row[]) => Promise<ExportedTable | undefined>;
}

const icons = {
  csv: IconDownload,
  xlsx: IconFileSpreadsheet,
  ndjson: IconJson,
  print: IconPrinter,
};

const noFilters: readonly never[] = [];
const tables: readonly Format[] = ['csv', 'xlsx'];

/** Buttons that export or print all matching rows. */
export function ExportButtons<
  Row extends object,
  Filter extends string = never,
  Key extends QueryKey = QueryKey,
>({ formats = tables, ...rest }: ExportButtonsProps<Row, Filter, Key>) {
  return [...formats, 'print' as const].map((format) => (
    <ExportButton key={format} {...rest} format={format} />
  ));
}

type ExportButtonProps<Row extends object, Filter extends string, Key extends QueryKey> = Omit<
  ExportButtonsProps<Row, Filter, Key>,
  'formats'
> & { format: Format | 'print' };

/** Exports or prints all matching rows. It continues when the page is left, and reports the result in either case. */
function ExportButton<Row extends object, Filter extends string, Key extends QueryKey>({
  list,
  query,
  columns,
  filters = noFilters,
  filename,
  format,
  tableOf,
}: ExportButtonProps<Row, Filter, Key>) {
  const texts = useListTexts();
  const absolute = useAbsoluteMoment();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<string>();
  const print = use(PrintRows);
  const running = useRef<AbortController>(undefined);

  async function run() {
    const control = new AbortController();
    running.current = control;
    setProgress(texts.exporting(0, undefined));
    try {
      const [{ allRows, downloadNdjson, downloadTable, tableOfColumns }, { furtherTextOf }] =
        await Promise.all([
          import('./export-rows.ts'),
          import('../additional-fields/additional-fields-of.ts'),
        ]);
      let knownSince: string | undefined;
      const report = (message: string) =>
        showToast({
          message:
            knownSince === undefined ? message : texts.exportedSince(message, absolute(knownSince)),
        });
      const rows = await allRows({
        request: list.request,
        // Data fetched for a file need not stay in the cache.
        ask: async (asked) => {
          const page = await queryClient.fetchQuery({ ...query(asked), gcTime: 0, staleTime: 0 });
          knownSince ??= page.knownSince;
          return page;
        },
        columns,
        filters,
        language: currentLanguage(),
        furtherText: furtherTextOf(list.row),
        signal: control.signal,
        onProgress: (count, total) => setProgress(texts.exporting(count, total)),
      });
      if (format === 'print') {
        print(rows);
        return;
      }
      if (format === 'ndjson') {
        downloadNdjson(filename, rows);
        report(texts.exportedAsIs(rows.length));
        return;
      }
      const call = query(list.request).meta?.['call'] as ShownCall | undefined;
      const isOurs = call === undefined || hasCapability(serviceOf(call.row.path));
      const table = (await tableOf?.(rows)) ?? tableOfColumns(rows, columns, isOurs, texts);
      await downloadTable(filename, table, format);
      report(texts.exported(rows.length));
    } catch (error) {
      if (!control.signal.aborted) showFailure(texts.notExported, error);
    } finally {
      setProgress(undefined);
    }
  }

  const label = progress === undefined ? texts.exportAs[format] : texts.cancelExport;
  const Icon = progress === undefined ? icons[format] : IconX;
  return (
    <>
      <output>{progress}</output>
      <ToolButton
        icon={<Icon size={18} stroke={1.75} aria-hidden />}
        label={label}
        data-stays
        onClick={() => (progress === undefined ? void run() : running.current?.abort())}
      />
    </>
  );
}
