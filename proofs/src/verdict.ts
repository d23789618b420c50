import type { FindingName, FindingValue } from './finding-sentences.ts';

/** A problem and where it is. */
export interface Finding {
  code: FindingCode;
  /** The problem in one sentence; it may contain strings from the bundle. */
  message: string;
  /** The version, entry or checkpoint concerned, as far as it is known. */
  where: {
    index?: number;
    objectId?: string;
    pointer?: string;
    receipt?: number;
    /** The name of a file in evidence. */
    file?: string;
  };
}

/** A finding of a proof, which can be shown in another language than that of its message. */
export interface NamedFinding extends Finding {
  name: FindingName;
  /** The arguments of its sentence. */
  values: readonly FindingValue[];
}

export const findingCodes = [
  /** Not a bundle, or of an unknown format. */
  'FORM',
  /** The checkpoint or a receipt is not signed by the key. */
  'SIGNATURE',
  /** Values, header and salts do not give the root. */
  'VERSION',
  /** The entry is not where it is said to be. */
  'INCLUSION',
  /** The log is not the one that the checkpoint signs. */
  'ROOT',
  /** The log does not continue the known checkpoint. */
  'HISTORY',
  /** A value is missing without a receipt. */
  'RECEIPT',
  /** What was committed with a change set is not what was approved, or a signature is invalid. */
  'APPROVAL',
  /** A version does not follow its predecessor. */
  'CHAIN',
  /** Data that the service derives from versions, to find and show them, does not match them. */
  'DERIVED',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** The result of a check. `receipts`: the numbers of the receipts of erased values. */
export type Verdict =
  | { verdict: 'INTACT' }
  | { verdict: 'ERASED'; receipts: number[] }
  | { verdict: 'TAMPERED'; findings: NamedFinding[] };
