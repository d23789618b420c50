import { aliasUrlEndpoints } from './alias-urls.ts';
import { auditSampleEndpoints } from './audit-samples.ts';
import { changeSetEndpoints } from './change-sets.ts';
import { dataUserEndpoints } from './data-users.ts';
import { evidenceEndpoints } from './evidence.ts';
import { getDataHealth } from './health.ts';
import { idEndpoints } from './ids.ts';
import { listDataMigrations } from './migrations.ts';
import { getDataSystem } from './system.ts';
import { transferListEndpoints, transferEndpoints } from './transfers.ts';
import { openWorkEndpoints } from './open-work.ts';
import { searchEndpoints } from './object-search.ts';
import { typeEndpoints } from './object-types.ts';
import { objectEndpoints } from './objects.ts';
import { partitionEndpoints } from './partitions.ts';
import { proofEndpoints, serviceLogEndpoints } from './proofs.ts';
import { readRecordEndpoints } from './read-records.ts';
import { savedSearchEndpoints } from './saved-searches.ts';
import { ownSubscriptionEndpoints, subscriptionEndpoints } from './subscriptions.ts';
import { transactionEndpoints } from './transactions.ts';
import { visitEndpoints } from './visits.ts';
import { webhookEndpoints } from './webhooks.ts';

/** The data service's calls that arrive at the authentication endpoint (specification 7, "Routing"). */
export const partitionPathEndpoints = [
  ...dataUserEndpoints,
  ...visitEndpoints,
  ...partitionEndpoints,
  ...objectEndpoints,
  ...transactionEndpoints,
  ...idEndpoints,
  ...searchEndpoints,
  ...savedSearchEndpoints,
  ...readRecordEndpoints,
  ...subscriptionEndpoints,
  ...typeEndpoints,
  ...transferEndpoints,
  ...changeSetEndpoints,
  ...openWorkEndpoints,
  ...webhookEndpoints,
  ...proofEndpoints,
  ...evidenceEndpoints,
  ...auditSampleEndpoints,
  ...aliasUrlEndpoints,
] as const;

/** The data service's calls that arrive at its own endpoint. */
export const dataPathEndpoints = [
  getDataHealth,
  listDataMigrations,
  getDataSystem,
  ...ownSubscriptionEndpoints,
  ...transferListEndpoints,
  ...serviceLogEndpoints,
] as const;

/** Every call of the data service. */
export const dataEndpoints = [...partitionPathEndpoints, ...dataPathEndpoints] as const;
