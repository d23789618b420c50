import { toBase64 } from './bytes.ts';

/** The names of the files that the verification needs. */
export const evidenceFileNames = {
  sums: 'SHA256SUMS',
  signedSums: 'SHA256SUMS.note',
  report: 'report.html',
  objects: 'data/objects.ndjson',
  versions: 'data/versions.ndjson',
  members: 'data/members.ndjson',
  changeSets: 'data/change-sets.ndjson',
  partitionProof: 'proofs/partition.proof.ndjson',
  membershipProof: 'proofs/members.proof.ndjson',
  partitionCheckpoint: 'checkpoints/partition.txt',
  serviceCheckpoint: 'checkpoints/service.txt',
  keys: 'checkpoints/keys.txt',
} as const;

/** The text that the service signs: which files it made together. */
export const evidenceText = (origin: string, hashOfSums: Uint8Array): string =>
  `${origin}/evidence\n${toBase64(hashOfSums)}\n`;
