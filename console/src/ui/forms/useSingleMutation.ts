import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * `useMutation`, but what is still pending is not sent again: that it is pending is rendered too late for the second of
 * two quick clicks.
 */
export function useSingleMutation<Data = unknown, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables> & {
    mutationFn: (variables: Variables) => Promise<Data>;
  },
): UseMutationResult<Data, Error, Variables> {
  const pending = useRef(new Set<string>());
  const keyOf = (variables: Variables) => JSON.stringify(variables) ?? '';
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    mutationFn: async (variables) => {
      try {
        return await options.mutationFn(variables);
      } finally {
        pending.current.delete(keyOf(variables));
      }
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    const key = keyOf(given[0] as Variables);
    if (pending.current.has(key)) return;
    pending.current.add(key);
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
