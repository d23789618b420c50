import { useState } from 'react';
import { AdditionalFacts } from './AdditionalFields.tsx';
import classes from './AdditionalFields.module.css';
import { useAdditionalFieldsTexts } from './additional-fields.texts.ts';

interface AdditionalEntriesProps {
  /** The additional fields of the list itself. */
  more: unknown;
  /** The additional fields of its entries, with their position and usually a name. */
  entries: readonly { more: unknown; name: string | undefined; index: number }[];
  opens: boolean;
}

export function AdditionalEntries({ more, entries, opens }: AdditionalEntriesProps) {
  const t = useAdditionalFieldsTexts();
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
          {more !== undefined && <AdditionalFacts more={more} />}
          {entries.map((entry) => (
            <section key={entry.index}>
              <h3 className={classes.entry}>{entry.name || t.nameless(entry.index + 1)}</h3>
              <AdditionalFacts more={entry.more} />
            </section>
          ))}
        </div>
      )}
    </details>
  );
}
