import './platform/api/zod-without-eval.ts';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { storedAuth } from './platform/api/session.ts';
import { startUp } from './platform/api/start-up.ts';
import { createConsoleRouter } from './routes.tsx';
import { startAfterLoad } from './shell/after-load.ts';
import { watchFailedLoads } from './shell/chunk-reload.ts';
import { focusHeadingAfterNavigation } from './ui/page/heading-focus.ts';
import { followSession } from './shell/session-end.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

// In development, they would otherwise be loaded only with the first dialog.
if (import.meta.env.DEV) void import('./theme/forms-styles.css');

const router = createConsoleRouter();
watchFailedLoads();
followSession(
  router,
  async () => (await import('./pages.ts')).loadSignInOver(),
  async () => (await import('./pages.ts')).loadTakeOver(),
);
focusHeadingAfterNavigation(router);
startAfterLoad(router);
const isSignedIn = storedAuth() !== null;
// Root shows the error page; this only prevents an unhandled rejection.
startUp().catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');
// What catches an error shows it with an id, or reports it (PageFrame, FailurePage).
const reporting = { onCaughtError: () => undefined };
const render = () => {
  const page = (
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
  // The document of /login already contains the form (early-form.js), which is of no use once another tab has signed in.
  if (root.hasChildNodes() && !isSignedIn) hydrateRoot(root, page, reporting);
  else createRoot(root, reporting).render(page);
};
// The pages before the sign-in need no data: finding the page first makes React render once instead of twice.
if (!isSignedIn) router.load().then(render, render);
else render();
