import { Faults } from '@annals/proofs/faults';
import type { Fault, FaultCode } from '@annals/proofs/verdict';

/** Reports a fault as soon as it is found: there may be more than memory holds. */
export type Report = (code: FaultCode, message: string, where?: Fault['where']) => void;

/** Passes on what a check of the proofs finds. */
export function reportTo<T>(report: Report, check: (faults: Faults) => T): T {
  const faults = new Faults();
  const result = check(faults);
  const found = faults.verdict([]);
  if (found.verdict === 'TAMPERED')
    for (const { code, message, where } of found.faults) report(code, message, where);
  return result;
}
