import { Suspense, useMemo } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Page } from '../../platform/api/page.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { additionalFieldsOf, itemOfList } from './additional-fields-of.ts';

/** Loaded on demand: our own services return no additional fields. */
const AdditionalEntries = lazyNamed(() => import('./AdditionalEntries.tsx'), 'AdditionalEntries');

interface AdditionalListFieldsProps<Row> {
  /** The call that returned the list. */
  row: Pick<Endpoint, 'response'>;
  /** The response of the service. */
  answer: Page<Row>;
  /** The rows in the list. */
  shown: readonly Row[];
  name: (row: Row) => string | undefined;
  /** Expanded initially, if there is nothing else to see. */
  opens: boolean;
}

/** Fields of a list and its entries that this console does not know. */
export function AdditionalListFields<Row>({
  row,
  answer,
  shown,
  name,
  opens,
}: AdditionalListFieldsProps<Row>) {
  const entries = useMemo(() => {
    const item = itemOfList(row.response);
    return shown.flatMap((entry, index) => {
      const more = item && additionalFieldsOf(item, entry);
      return more === undefined ? [] : [{ entry, more, index }];
    });
  }, [row, shown]);
  if (entries.length === 0 && answer.more === undefined) return null;
  return (
    <Suspense>
      <AdditionalEntries
        more={answer.more}
        entries={entries.map(({ entry, more, index }) => ({ more, index, name: name(entry) }))}
        opens={opens}
      />
    </Suspense>
  );
}
