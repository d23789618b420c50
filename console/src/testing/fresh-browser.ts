// The files of one worker share the modules, and what these remember of the file before.
if (typeof window === 'object') {
  const [{ resetBrowser }, { queryClient }, { sessionPhase }, toasts] = await Promise.all([
    import('./open-console.tsx'),
    import('../api/query-client.ts'),
    import('../api/session-phase.ts'),
    import('../shared/feedback/toasts.ts'),
  ]);
  resetBrowser();
  queryClient.clear();
  sessionPhase.set('begun');
  for (const { id } of toasts.currentToasts()) toasts.dismissToast(id);
}
