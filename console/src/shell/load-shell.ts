let loading: ReturnType<typeof load> | undefined;

/** Loads the shell's code, which the login page does not need, early enough to be ready in time. */
export function loadShell(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const { Shell } = await import('./Shell.tsx');
  return { default: Shell };
}
