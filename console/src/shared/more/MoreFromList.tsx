import { Suspense, useMemo } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import { itemOf, type Page } from '@annals/contracts/page';
import { lazyNamed } from '../lazy-named.ts';
import { moreOf } from './more-of.ts';

/** Loaded where there is something to show: our own services say nothing more. */
const MoreEntries = lazyNamed(() => import('./MoreEntries.tsx'), 'MoreEntries');

interface MoreFromListProps<Row> {
  /** The call that answered the list. */
  row: Pick<Endpoint, 'response'>;
  /** As the service answered it. */
  answer: Page<Row>;
  /** The rows that are shown. */
  shown: readonly Row[];
  name: (row: Row) => string | undefined;
  /** Open at first: there is nothing else to see. */
  opens: boolean;
}

/** What the service says beside a list and of its entries, in words that this console does not know. */
export function MoreFromList<Row>({ row, answer, shown, name, opens }: MoreFromListProps<Row>) {
  const entries = useMemo(() => {
    const item = itemOfList(row.response);
    return shown.flatMap((entry, index) => {
      const more = item && moreOf(item, entry);
      return more === undefined ? [] : [{ entry, more, index }];
    });
  }, [row, shown]);
  if (entries.length === 0 && answer.more === undefined) return null;
  return (
    <Suspense>
      <MoreEntries
        more={answer.more}
        entries={entries.map(({ entry, more, index }) => ({ more, index, name: name(entry) }))}
        opens={opens}
      />
    </Suspense>
  );
}

/** Of a call that answers a list, or one thing alone. */
function itemOfList(response: Endpoint['response']) {
  const { def } = response._zod;
  const options = 'options' in def ? (def.options as Endpoint['response'][]) : [];
  return [response, ...options].map(itemOf).find((item) => item !== undefined);
}
