// Made from the rows of the contract by `npm run client`. Not to be edited.
import type * as account from '@annals/contracts/account';
import type * as aliasUrls from '@annals/contracts/alias-urls';
import type * as apiTokens from '@annals/contracts/api-tokens';
import type * as applications from '@annals/contracts/applications';
import type * as auditSamples from '@annals/contracts/audit-samples';
import type * as changePolicy from '@annals/contracts/change-policy';
import type * as changeSetComments from '@annals/contracts/change-set-comments';
import type * as changeSetOperations from '@annals/contracts/change-set-operations';
import type * as changeSets from '@annals/contracts/change-sets';
import type * as dataUser from '@annals/contracts/data-user';
import type * as dataUsers from '@annals/contracts/data-users';
import type * as emailDomains from '@annals/contracts/email-domains';
import type * as eventWebhooks from '@annals/contracts/event-webhooks';
import type * as events from '@annals/contracts/events';
import type * as evidence from '@annals/contracts/evidence';
import type * as health from '@annals/contracts/health';
import type * as identityProviders from '@annals/contracts/identity-providers';
import type * as ids from '@annals/contracts/ids';
import type * as migrations from '@annals/contracts/migrations';
import type * as objectSearch from '@annals/contracts/object-search';
import type * as objectTypes from '@annals/contracts/object-types';
import type * as objects from '@annals/contracts/objects';
import type * as openWork from '@annals/contracts/open-work';
import type * as organizationalUnits from '@annals/contracts/organizational-units';
import type * as partitions from '@annals/contracts/partitions';
import type * as proofs from '@annals/contracts/proofs';
import type * as readRecords from '@annals/contracts/read-records';
import type * as roles from '@annals/contracts/roles';
import type * as savedSearches from '@annals/contracts/saved-searches';
import type * as session from '@annals/contracts/session';
import type * as signIn from '@annals/contracts/sign-in';
import type * as signInOptions from '@annals/contracts/sign-in-options';
import type * as signInRules from '@annals/contracts/sign-in-rules';
import type * as signatures from '@annals/contracts/signatures';
import type * as subscriptions from '@annals/contracts/subscriptions';
import type * as system from '@annals/contracts/system';
import type * as transactions from '@annals/contracts/transactions';
import type * as transfers from '@annals/contracts/transfers';
import type * as trustedDevices from '@annals/contracts/trusted-devices';
import type * as user from '@annals/contracts/user';
import type * as userAdministration from '@annals/contracts/user-administration';
import type * as users from '@annals/contracts/users';
import type * as visits from '@annals/contracts/visits';
import type * as webhooks from '@annals/contracts/webhooks';

export type Contract =
  typeof account &
  typeof aliasUrls &
  typeof apiTokens &
  typeof applications &
  typeof auditSamples &
  typeof changePolicy &
  typeof changeSetComments &
  typeof changeSetOperations &
  typeof changeSets &
  typeof dataUser &
  typeof dataUsers &
  typeof emailDomains &
  typeof eventWebhooks &
  typeof events &
  typeof evidence &
  typeof health &
  typeof identityProviders &
  typeof ids &
  typeof migrations &
  typeof objectSearch &
  typeof objectTypes &
  typeof objects &
  typeof openWork &
  typeof organizationalUnits &
  typeof partitions &
  typeof proofs &
  typeof readRecords &
  typeof roles &
  typeof savedSearches &
  typeof session &
  typeof signIn &
  typeof signInOptions &
  typeof signInRules &
  typeof signatures &
  typeof subscriptions &
  typeof system &
  typeof transactions &
  typeof transfers &
  typeof trustedDevices &
  typeof user &
  typeof userAdministration &
  typeof users &
  typeof visits &
  typeof webhooks;
