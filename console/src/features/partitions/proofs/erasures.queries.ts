import { listErasures } from '@annals/contracts/proofs';
import { listOf } from '../../../shared/list/list-of.ts';

/** The receipts of what was erased in a partition, the newest first. */
export const erasuresList = listOf(listErasures, { name: 'erasures' });
