import { Problem } from '@annals/kit/problem';

/** The result for one user or one line. */
export type Result = {
  row?: number;
  userId?: string;
  email?: string;
  outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
  code?: string;
  message?: string;
};

/** Why it was refused; any other error is rethrown. */
export function refusal(error: unknown): Pick<Result, 'outcome' | 'code' | 'message'> {
  if (!(error instanceof Problem)) throw error;
  return { outcome: 'REFUSED', code: error.code, message: error.message };
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
