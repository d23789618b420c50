import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { chapters, helpPath, searchGuide } from '../../domain/guide/guide.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PageSearch } from '../../ui/page/PageSearch.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { useHasApiReference } from '../../platform/capabilities.ts';
import { GuideNotes } from './GuideNotes.tsx';
import { useHelpTexts } from './help.texts.ts';
import classes from './Help.module.css';

/** The user guide: its chapters, and a search across them. */
export function HelpPage() {
  const t = useHelpTexts();
  const [typed, setTyped] = useState('');
  const searches = typed.trim() !== '';
  const hasReference = useHasApiReference();
  return (
    <>
      <PageHeader
        title={t.help}
        action={hasReference && <PathLink to={pathTo('api-reference')}>{t.apiReference}</PathLink>}
      />
      <div className={classes.page}>
        <GuideNotes />
        <PageSearch label={t.search} value={typed} onChange={setTyped} />
        {searches ? <Found typed={typed} /> : <Chapters />}
      </div>
    </>
  );
}

function Chapters() {
  const t = useHelpTexts();
  return (
    <Panel title={t.chapters}>
      <ol className={classes.chapters} lang="en">
        {chapters.map(({ id, title, sections }) => (
          <li key={id}>
            <PathLink to={helpPath(id)} className={classes.chapter}>
              {title}
            </PathLink>
            <ul className={classes.sections}>
              {sections
                .filter((section) => section.title !== '')
                .map((section) => (
                  <li key={section.id}>
                    <PathLink to={helpPath(id, section.id)}>{section.title}</PathLink>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Found({ typed }: { typed: string }) {
  const t = useHelpTexts();
  const found = searchGuide(typed);
  return (
    <div aria-live="polite">
      {found.length === 0 ? (
        <EmptyState title={t.nothing} hint={t.nothingHint} />
      ) : (
        <Panel title={t.found} beside={found.length}>
          <ul className={classes.chapters} lang="en">
            {found.map(({ chapter, section, excerpt }) => (
              <li key={`${chapter.id} ${section.id}`}>
                <PathLink to={helpPath(chapter.id, section.id)} className={classes.chapter}>
                  {section.title === '' ? chapter.title : `${chapter.title} › ${section.title}`}
                </PathLink>
                <p className={classes.excerpt}>{excerpt}</p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
