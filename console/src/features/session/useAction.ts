import { useRef, useState } from 'react';
import { useServiceText } from '../../platform/service-messages/service-text.ts';

interface Action<Input> {
  run: (input: Input) => void;
  pending: boolean;
  error: Error | undefined;
  /** Clears the error. */
  reset: () => void;
}

/** Runs a form's action, one call at a time. The pages before the sign-in use it to avoid loading the query library. */
export function useAction<Input, Result = void>(
  action: (input: Input) => Promise<Result>,
  {
    onSuccess,
    onError = () => undefined,
  }: { onSuccess: (result: Result) => void; onError?: (error: Error) => void },
): Action<Input> {
  // Re-renders the caller, which shows the service's message, once its translation is loaded.
  useServiceText();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Error>();
  // State updates too late for the second of two quick clicks.
  const running = useRef(false);
  const run = async (input: Input) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setError(undefined);
    try {
      onSuccess(await action(input));
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      setError(failure);
      onError(failure);
    }
    running.current = false;
    setPending(false);
  };
  return { run: (input) => void run(input), pending, error, reset: () => setError(undefined) };
}
