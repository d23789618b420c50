import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server.edge';
import { changeState } from './api/state.ts';
import { createConsoleRouter } from './routes.tsx';
import { languages, setLanguage } from './shared/texts.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/**
 * What main.tsx renders for somebody who was led to the sign-in, in each language, as HTML for the document of /login. The build makes it
 * (scripts/login-document.mjs).
 */
export async function loginForms(): Promise<{ language: string; html: string }[]> {
  // As it is where nobody is signed in.
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
