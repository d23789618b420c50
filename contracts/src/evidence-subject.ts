import * as z from 'zod/mini';
import { id } from './fields.ts';

export const evidenceLanguages = ['en', 'de'] as const;
export type EvidenceLanguage = (typeof evidenceLanguages)[number];

/** What the evidence is about. */
export const evidenceSubjects = ['OBJECT', 'SEARCH', 'PARTITION'] as const;
export type EvidenceSubject = (typeof evidenceSubjects)[number];

/** What somebody asked a job for. */
export const evidenceOfJob = z.looseObject({
  subject: z.enum(evidenceSubjects),
  objectId: z.optional(id),
  /** Not kept after an erasure, since it may name what was erased. */
  query: z.optional(z.string()),
  /** Left out: when it was asked for. */
  asOf: z.optional(z.string()),
  asHeld: z.optional(z.boolean()),
  language: z.enum(evidenceLanguages),
});
