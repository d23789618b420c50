import { QueryClient } from '@tanstack/react-query';
import { CallError, ContractError } from './errors.ts';
import { wasRejected } from './rejections.ts';
import { sessionPhase } from './session-phase.ts';

/** Refusals and invalid responses would repeat; only network errors are worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ContractError) return false;
  if (error instanceof CallError && error.status < 500) return false;
  return failures < 2;
}

const longestPauseMs = 30_000;

/** Longer each time, and never sooner than the service says. */
function pauseBefore(failures: number, error: Error): number {
  const told = error instanceof CallError ? (error.retryAfter ?? 0) : 0;
  return Math.min(Math.max(1000 * 2 ** failures, 1000 * told), longestPauseMs);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: pauseBefore,
      // Each part of a page that needs the same data asks for it when it appears.
      retryOnMount: (query) => !wasRejected(query),
      refetchOnWindowFocus: (query) => !wasRejected(query),
      staleTime: 5_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The data of an earlier user. The login page does without this code, so it cannot do it there.
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'begun') queryClient.clear();
});
