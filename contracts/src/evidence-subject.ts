import * as z from 'zod/mini';
import { id } from './fields.ts';

export const evidenceLanguages = ['en', 'de'] as const;
export type EvidenceLanguage = (typeof evidenceLanguages)[number];

/** The subject of the evidence. */
export const evidenceSubjects = ['OBJECT', 'SEARCH', 'PARTITION'] as const;
export type EvidenceSubject = (typeof evidenceSubjects)[number];

/** What a job was requested for. */
export const evidenceOfJob = z.object({
  subject: z.enum(evidenceSubjects),
  objectId: z.optional(id),
  /** Not stored after an erasure, since it may name what was erased. */
  query: z.optional(z.string()),
  /** Default: when it was requested. */
  asOf: z.optional(z.string()),
  asHeld: z.optional(z.boolean()),
  language: z.enum(evidenceLanguages),
});
