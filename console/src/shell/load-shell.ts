let loading: ReturnType<typeof load> | undefined;

/** Loads the shell's code, which the login page does without; asked for early, it is there in time. */
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
