import { getSample, listSamples } from '@annals/contracts/audit-samples';
import { invalidate, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';

export interface SampleParams {
  partitionId: string;
  sampleId: string;
}

/** The samples of a partition, newest first. */
export const samplesList = listOf(listSamples, { name: 'samples' });

export const sampleQuery = (params: SampleParams) => queryOf(getSample, { params });

export const invalidateSamples = () => invalidate(listSamples, getSample);
