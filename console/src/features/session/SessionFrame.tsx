import { createContext, type ReactNode, Suspense, use, useEffect } from 'react';
import { productTitle } from '../../platform/api/product.ts';
import { checkStorage, storageProblem } from '../../platform/api/storage.ts';
import { useStore } from '../../platform/api/store.ts';
import { toastStore } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pageHeadingId } from '../../ui/page/heading-focus.ts';
import { Logo } from '../../ui/page/Logo.tsx';
import { languageNames, languages, setLanguage, useLanguage } from '../../platform/texts.ts';
import { useSessionFrameTexts } from './session-frame.texts.ts';
import classes from './SessionFrame.module.css';

/** Loaded on demand: both are rare before the sign-in. */
const StorageNotice = lazyNamed(
  () => import('../../ui/feedback/StorageNotice.tsx'),
  'StorageNotice',
);
const Toasts = lazyNamed(() => import('../../ui/feedback/Toasts.tsx'), 'Toasts');

interface SessionFrameProps {
  title: string;
  children: ReactNode;
}

/** Whether the sign-in is inside a dialog, which has its own title. */
export const InDialog = createContext(false);

export function SessionFrame({ title, children }: SessionFrameProps) {
  return use(InDialog) ? (
    <section aria-label={title}>{children}</section>
  ) : (
    <PageFrame title={title}>{children}</PageFrame>
  );
}

/** The layout of the pages without a user: logo, heading, content, language switch. */
function PageFrame({ title, children }: SessionFrameProps) {
  const t = useSessionFrameTexts();
  const current = useLanguage();
  const hasToasts = useStore(toastStore, (toasts) => toasts.length > 0);
  const problem = useStore(storageProblem);
  useEffect(checkStorage, []);
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
        {problem && (
          <Suspense>
            <StorageNotice problem={problem} />
          </Suspense>
        )}
        {children}
      </main>
      <footer className={classes.languages}>
        {/* A plain link: the router's would add to the first load, and few users follow this link. */}
        <a href="/help/sign-in">{t.help}</a>
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
      {/* The live region exists before it has content, so that the content is announced. */}
      <div aria-live="polite">
        {hasToasts && (
          <Suspense>
            <Toasts />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** A message above a form: informational, or an error. */
export function Notice({ failure = false, children }: { failure?: boolean; children: ReactNode }) {
  return (
    <div role={failure ? 'alert' : 'status'} className={failure ? classes.failure : classes.calm}>
      {children}
    </div>
  );
}
