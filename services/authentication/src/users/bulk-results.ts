import type { ServiceMessage } from '@annals/contracts/messages';
import { Problem } from '@annals/kit/problem';

/** The result for one user or one line. */
export type Result = {
  row?: number;
  userId?: string;
  email?: string;
  outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
  code?: string;
} & Partial<ServiceMessage>;

/** Why it was refused; any other error is rethrown. */
export function refusal(error: unknown): Pick<Result, 'outcome' | 'code' | keyof ServiceMessage> {
  if (!(error instanceof Problem)) throw error;
  return { outcome: 'REFUSED', code: error.code, ...error.explanation };
}

export function summary(dryRun: boolean, results: Result[]) {
  const number = (outcome: Result['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    dryRun,
    results,
    done: number('DONE'),
    unchanged: number('UNCHANGED'),
    refused: number('REFUSED'),
  };
}
