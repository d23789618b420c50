import { useEffect, type ReactNode } from 'react';
import { productTitle } from '../../api/product.ts';
import { pageHeadingId } from '../../shared/page/heading-focus.ts';
import { Logo } from '../../shared/page/Logo.tsx';
import { languageNames, languages, setLanguage, useLanguage } from '../../shared/texts.ts';
import classes from './SessionFrame.module.css';

/** The frame of the pages without a user: the mark, one heading, one form, and the choice of language. */
export function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
  const current = useLanguage();
  useEffect(() => {
    document.title = title.includes(productTitle) ? title : `${title} · ${productTitle}`;
  }, [title]);
  return (
    <div className={classes.page}>
      <main className={classes.card}>
        <div className={classes.mark}>
          <Logo size={44} />
        </div>
        <h1 id={pageHeadingId} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {children}
      </main>
      <footer className={classes.languages}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === current}
            onClick={() => setLanguage(language)}
          >
            {languageNames[language]}
          </button>
        ))}
      </footer>
    </div>
  );
}
