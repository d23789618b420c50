import { onTestFinished } from 'vitest';
import { queryClient } from '../query.ts';

/** A query that fails in this test is not asked again. */
export function withoutRetries(): void {
  const previousOptions = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  // Files of one worker share the client.
  onTestFinished(() => queryClient.setDefaultOptions(previousOptions));
}
