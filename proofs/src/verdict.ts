import type { FindingName, FindingValue } from './finding-sentences.ts';

/** What was found wrong, and where. */
export interface Finding {
  code: FindingCode;
  /** What is wrong in one sentence; it may hold strings from the bundle. */
  message: string;
  /** Version, entry or checkpoint that is concerned, as far as it can be told. */
  where: { index?: number; objectId?: string; pointer?: string; receipt?: number };
}

/** A finding of a proof, which can be said in another language than that of its message. */
export interface NamedFinding extends Finding {
  name: FindingName;
  /** What its sentence is made with. */
  values: readonly FindingValue[];
}

export const findingCodes = [
  /** No bundle, or not of a form that is known. */
  'FORM',
  /** The checkpoint or a receipt is not signed by the key. */
  'SIGNATURE',
  /** Values, header and salts do not give the root. */
  'VERSION',
  /** The entry does not stand where it is said to. */
  'INCLUSION',
  /** The log is not the one that the checkpoint signs. */
  'ROOT',
  /** The log does not go on from the checkpoint that is known. */
  'HISTORY',
  /** A value is gone without a receipt that says so. */
  'RECEIPT',
  /** What was committed with a change set is not what was approved, or a signature is none. */
  'APPROVAL',
  /** A version does not follow its predecessor. */
  'CHAIN',
  /** What the service keeps of the versions, to find and show them, is not what follows from them. */
  'DERIVED',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** What a check came to. `receipts`: the numbers of those that tell of erased values. */
export type Verdict =
  | { verdict: 'INTACT' }
  | { verdict: 'ERASED'; receipts: number[] }
  | { verdict: 'TAMPERED'; findings: NamedFinding[] };
