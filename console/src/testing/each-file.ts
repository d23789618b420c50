import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// The files of one worker share the environment and the modules of node_modules, which halves their time. Each begins with
// fresh modules of the console, because these hold state, and with an empty page.
vi.resetModules();

// A busy machine may take long to render. What is there at once costs no time.
configure({ asyncUtilTimeout: 20_000 });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  if (typeof document === 'undefined') return;
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
