import { useState } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import { itemOf, type Page } from '@annals/contracts/page';
import { moreOf } from './more-of.ts';
import { MoreFacts } from './MoreFromService.tsx';
import classes from './MoreFromService.module.css';
import { useMoreTexts } from './more.texts.ts';

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
  const t = useMoreTexts();
  const [open, setOpen] = useState(opens);
  const item = itemOfList(row.response);
  const entries = shown.flatMap((entry, index) => {
    const more = item && moreOf(item, entry);
    return more === undefined ? [] : [{ more, name: name(entry) || t.nameless(index + 1), index }];
  });
  if (entries.length === 0 && answer.more === undefined) return null;
  return (
    <details
      className={classes.list}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>{t.title}</summary>
      {open && (
        <div className={classes.entries}>
          {answer.more && <MoreFacts more={answer.more} />}
          {entries.map((entry) => (
            <section key={entry.index}>
              <h3 className={classes.entry}>{entry.name}</h3>
              <MoreFacts more={entry.more} />
            </section>
          ))}
        </div>
      )}
    </details>
  );
}

/** Of a call that answers a list, or one thing alone. */
function itemOfList(response: Endpoint['response']) {
  const { def } = response._zod;
  const options = 'options' in def ? (def.options as Endpoint['response'][]) : [];
  return [response, ...options].map(itemOf).find((item) => item !== undefined);
}
