import './api/zod-without-eval.ts';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { startUp } from './api/start-up.ts';
import { createConsoleRouter } from './routes.tsx';
import { startAfterLoad } from './shell/after-load.ts';
import { watchFailedLoads } from './shell/chunk-reload.ts';
import { followNavigation } from './shell/navigation.ts';
import { leadToLogin } from './shell/session-end.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const router = createConsoleRouter();
watchFailedLoads();
leadToLogin(router);
followNavigation(router);
startAfterLoad(router);
// The page that shows what went wrong is Root; here it only must not stay unhandled.
startUp().catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <ThemeProvider>
    <RouterProvider router={router} />
  </ThemeProvider>,
);
