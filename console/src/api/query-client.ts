import { QueryClient } from '@tanstack/react-query';
import { whenSessionBegins } from './current-user.ts';
import { CallError, ContractError } from './errors.ts';

/** What was refused or misunderstood once is so the next time too; only faults on the way are worth a second try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ContractError) return false;
  if (error instanceof CallError && error.status < 500) return false;
  return failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

whenSessionBegins(() => queryClient.clear());
