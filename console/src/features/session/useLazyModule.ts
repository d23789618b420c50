import { useEffect, useState } from 'react';

/**
 * A lazily imported module, once it has loaded.
 * @param wanted false delays the import
 */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
  wanted = true,
): Module | undefined {
  const [outcome, setOutcome] = useState<{ loaded: Module } | { error: unknown }>();
  useEffect(() => {
    if (!wanted) return;
    load().then(
      (loaded) => setOutcome({ loaded }),
      (error: unknown) => setOutcome({ error }),
    );
  }, [load, wanted]);
  // The error page offers a retry.
  if (outcome && 'error' in outcome) throw outcome.error;
  return outcome?.loaded;
}
