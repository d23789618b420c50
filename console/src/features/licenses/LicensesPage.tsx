import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { normalizeForSearch } from '../../platform/normalize-for-search.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PageSearch } from '../../ui/page/PageSearch.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { grouped } from '../../platform/texts.ts';
import { noticesQuery } from './licenses.queries.ts';
import { useLicensesTexts } from './licenses.texts.ts';
import classes from './LicensesPage.module.css';
import type { Notice } from './notices.ts';

/** The software of others in the console and in the server, with its licences. */
export function LicensesPage() {
  const t = useLicensesTexts();
  return (
    <PageFrame
      name={t.title}
      header={<PageHeader title={t.title} />}
      lines={16}
      renderAround={(content) => (
        <div className={classes.page}>
          <p className={classes.hint}>{t.hint}</p>
          {content}
        </div>
      )}
    >
      <Notices />
    </PageFrame>
  );
}

function Notices() {
  const t = useLicensesTexts();
  const { data } = useSuspenseQuery(noticesQuery);
  const [typed, setTyped] = useState('');
  const found = (['console', 'server'] as const)
    .map((part) => ({ part, notices: findNotices(data[part], typed, t.within) }))
    .filter(({ notices }) => notices.length > 0);
  return (
    <>
      <PageSearch label={t.search} value={typed} onChange={setTyped} />
      {found.length === 0 && <EmptyState title={t.none} hint={t.noneHint} />}
      {found.map(({ part, notices }) => (
        <Panel key={part} title={t.parts[part]} beside={grouped(notices.length)} flush>
          <ul className={classes.notices}>
            {notices.map((notice) => (
              <li key={`${notice.name} ${notice.version} ${notice.within}`}>
                <NoticeDetails notice={notice} />
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

/** One line, and the text when it is opened. */
function NoticeDetails({ notice: { name, version, within, license, text } }: { notice: Notice }) {
  const t = useLicensesTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.name}>
          <span lang="en">{name}</span>{' '}
          <span className={classes.quiet}>{within === undefined ? version : t.within(within)}</span>
        </span>
        <span className={classes.license}>{license}</span>
      </summary>
      {isOpen && (
        <pre className={classes.text} lang="en">
          {text}
        </pre>
      )}
    </details>
  );
}

/** Those whose line contains each of the words. */
function findNotices(
  notices: readonly Notice[],
  typed: string,
  placeOf: (within: string) => string,
): readonly Notice[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean);
  return notices.filter(({ name, version, within, license }) => {
    const line = [name, version, within === undefined ? '' : placeOf(within), license];
    const text = normalizeForSearch(line.join(' '));
    return words.every((word) => text.includes(word));
  });
}
