import { useState } from 'react';
import { MoreFacts } from './MoreFromService.tsx';
import classes from './MoreFromService.module.css';
import { useMoreTexts } from './more.texts.ts';

interface MoreEntriesProps {
  /** The additional fields of the list itself. */
  more: unknown;
  /** The additional fields of its entries, with their position and usually a name. */
  entries: readonly { more: unknown; name: string | undefined; index: number }[];
  opens: boolean;
}

export function MoreEntries({ more, entries, opens }: MoreEntriesProps) {
  const t = useMoreTexts();
  const [open, setOpen] = useState(opens);
  return (
    <details
      className={classes.list}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>{t.title}</summary>
      {open && (
        <div className={classes.entries}>
          {more !== undefined && <MoreFacts more={more} />}
          {entries.map((entry) => (
            <section key={entry.index}>
              <h3 className={classes.entry}>{entry.name || t.nameless(entry.index + 1)}</h3>
              <MoreFacts more={entry.more} />
            </section>
          ))}
        </div>
      )}
    </details>
  );
}
