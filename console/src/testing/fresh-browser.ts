import type { Window as HappyWindow } from 'happy-dom';
import { afterAll, vi } from 'vitest';
// The files of one worker share the modules, and what these remember of the file before.
if (typeof window === 'object') {
  const [{ resetBrowser }, { queryClient }, { sessionPhase }, toasts] = await Promise.all([
    import('./open-console.tsx'),
    import('../api/query.ts'),
    import('../api/session.ts'),
    import('../shared/feedback/toasts.ts'),
  ]);
  resetBrowser();
  // Some follow a link out of the console.
  (window as unknown as HappyWindow).happyDOM.setURL('http://localhost:3000/');
  document.body.replaceChildren();
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  queryClient.clear();
  sessionPhase.set('begun');
  for (const { id } of toasts.currentToasts()) toasts.dismissToast(id);
}

afterAll(async () => {
  // What a file puts in place of a global or of a property, another one would meet: a hidden page asks for nothing.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Code that is still on its way when a file ends fails to load, in all files after it as well.
  await vi.dynamicImportSettled();
});
