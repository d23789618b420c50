import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server.edge';
import { changeState } from './platform/api/state.ts';
import { createConsoleRouter } from './routes.tsx';
import { languages, setLanguage } from './platform/texts.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/**
 * The HTML that main.tsx renders for users who are redirected to the sign-in, in each language, for the
 * document of /login. The build calls it (scripts/login-document.mjs).
 */
export async function loginForms(): Promise<{ language: string; html: string }[]> {
  // The state without a signed-in user.
  changeState({ initialized: true });
  const forms = [];
  for (const language of languages) {
    setLanguage(language);
    const history = createMemoryHistory({ initialEntries: ['/login?redirect=/'] });
    const router = createConsoleRouter(history);
    await router.load();
    const html = renderToString(
      <ThemeProvider>
        <RouterProvider router={router} />
      </ThemeProvider>,
    );
    forms.push({ language, html });
  }
  return forms;
}
