import { configure } from '@testing-library/react';

// A busy machine may take long to render. What is there at once costs no time.
configure({ asyncUtilTimeout: 20_000 });

// The files of one worker share the modules and their state. Files of the node environment have no document, which
// these modules need, and use none of them.
if (typeof document !== 'undefined') {
  const { queryClient } = await import('../api/query-client.ts');
  const { sessionPhase } = await import('../api/session-phase.ts');
  const { changeState, clearUser } = await import('../api/state.ts');
  queryClient.clear();
  clearUser();
  changeState({ initialized: false, env: undefined });
  sessionPhase.set('begun');
}
