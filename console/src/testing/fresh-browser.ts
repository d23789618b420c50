import type { Window as HappyWindow } from 'happy-dom';
import { afterAll, vi } from 'vitest';
// The test files of a worker share modules; this resets what they remember.
if (typeof window === 'object') {
  const [{ resetBrowser }, { queryClient }, { sessionPhase }, toasts] = await Promise.all([
    import('./open-console.tsx'),
    import('../platform/api/query.ts'),
    import('../platform/api/session.ts'),
    import('../ui/feedback/toasts.ts'),
  ]);
  resetBrowser();
  // Some tests follow a link out of the console.
  (window as unknown as HappyWindow).happyDOM.setURL('http://localhost:3000/');
  document.body.replaceChildren();
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  queryClient.clear();
  sessionPhase.set('begun');
  for (const { id } of toasts.currentToasts()) toasts.dismissToast(id);
}

afterAll(async () => {
  // Restores globals and properties that a test file replaced: for example, a hidden page makes no requests.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Code that is still loading when a file ends would fail to load in all later files.
  await vi.dynamicImportSettled();
});
