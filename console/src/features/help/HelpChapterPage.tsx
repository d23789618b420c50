import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Chapter, chapterById, helpPath } from '../../domain/guide/guide.ts';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { GuideBlocks } from './GuideBlocks.tsx';
import { GuideNotes } from './GuideNotes.tsx';
import { useHelpTexts } from './help.texts.ts';
import classes from './Help.module.css';
import { usePageLocation } from '../../platform/page-location.ts';

/** One chapter of the user guide. */
export function HelpChapterPage() {
  const t = useHelpTexts();
  const { chapter: id } = useParams({ from: '/help/$chapter' });
  const chapter = chapterById(id);
  const parents = [{ name: t.help, to: helpPath() }];
  if (!chapter)
    return (
      <AbsentPage
        title={t.noSuchChapter}
        parents={parents}
        hint={t.noSuchChapterHint}
        action={<PathLink to={helpPath()}>{t.allChapters}</PathLink>}
      />
    );
  const sections = chapter.sections.filter(({ title }) => title !== '');
  return (
    <>
      <PageHeader title={chapter.title} parents={parents} />
      <div className={classes.page}>
        <GuideNotes />
        {sections.length > 1 && (
          <nav aria-label={t.onThisPage} className={classes.contents} lang="en">
            {sections.map((section) => (
              <PathLink key={section.id} to={helpPath(id, section.id)}>
                {section.title}
              </PathLink>
            ))}
          </nav>
        )}
        <Article key={id} chapter={chapter} />
      </div>
    </>
  );
}

/** Scrolls to the section in the URL: the page renders after the browser has looked for it. */
function Article({ chapter }: { chapter: Chapter }) {
  const { hash } = usePageLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <article className={classes.article} lang="en">
      <GuideBlocks blocks={chapter.blocks} chapter={chapter.id} />
    </article>
  );
}
