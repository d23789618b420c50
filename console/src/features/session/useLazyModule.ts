import { useEffect, useState } from 'react';

/**
 * Code that is not part of the first load, once it is here.
 * @param wanted false waits with the loading
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
  // The page for errors offers to try again.
  if (outcome && 'error' in outcome) throw outcome.error;
  return outcome?.loaded;
}
