import { migrations } from '@annals/data/service';
import { verifyPartitions } from '@annals/data/verification/verify-partitions';
import type { Database } from '@annals/kit/database/database';
import { storedEvents } from '../embedded-verification.ts';

/** What `annals verify --partition all` finds. */
export async function verificationFindings(database: Database): Promise<string[]> {
  const found: string[] = [];
  await verifyPartitions(
    database,
    migrations,
    { partition: 'all', keys: [], checkpoints: [], events: storedEvents },
    {
      onFinding: ({ kind }, { code, message }) => void found.push(`${kind} ${code} ${message}`),
      onProgress: () => undefined,
      onVerified: () => undefined,
    },
  );
  return found;
}
