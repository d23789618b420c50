import type * as z from 'zod/mini';
import * as account from './account.ts';
import * as aliasUrls from './alias-urls.ts';
import * as apiTokens from './api-tokens.ts';
import * as applications from './applications.ts';
import * as changePolicy from './change-policy.ts';
import * as changeSet from './change-set.ts';
import * as changeSetComments from './change-set-comments.ts';
import * as changeSetOperations from './change-set-operations.ts';
import * as changeSets from './change-sets.ts';
import * as dataUser from './data-user.ts';
import * as dataUsers from './data-users.ts';
import * as emailDomains from './email-domains.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventWebhooks from './event-webhooks.ts';
import * as events from './events.ts';
import * as evidence from './evidence.ts';
import * as health from './health.ts';
import * as identityProviders from './identity-providers.ts';
import * as ids from './ids.ts';
import * as migrations from './migrations.ts';
import * as objectSearch from './object-search.ts';
import * as objectTypes from './object-types.ts';
import * as objectVersion from './object-version.ts';
import * as objects from './objects.ts';
import * as openWork from './open-work.ts';
import * as organizationalUnits from './organizational-units.ts';
import * as partitions from './partitions.ts';
import * as problem from './problem.ts';
import * as proofBundle from './proof-bundle.ts';
import * as proofs from './proofs.ts';
import * as readRecords from './read-records.ts';
import * as roles from './roles.ts';
import * as auditSamples from './audit-samples.ts';
import * as savedSearches from './saved-searches.ts';
import * as session from './session.ts';
import * as signInOptions from './sign-in-options.ts';
import * as signInRules from './sign-in-rules.ts';
import * as signIn from './sign-in.ts';
import * as signatures from './signatures.ts';
import * as subscriptions from './subscriptions.ts';
import * as system from './system.ts';
import * as transactions from './transactions.ts';
import * as transfers from './transfers.ts';
import * as trustedDevices from './trusted-devices.ts';
import * as user from './user.ts';
import * as userAdministration from './user-administration.ts';
import * as users from './users.ts';
import * as visits from './visits.ts';
import * as webhookMessages from './webhook-messages.ts';
import * as webhooks from './webhooks.ts';

/** Calls that belong together, as the API reference lists them. */
export interface Area {
  readonly name: string;
  readonly description: string;
}

/**
 * Each area with the modules of its calls. The name of a call and of a schema is its export name, so that readers of
 * the document find both in this folder. A test of the document refuses calls of modules that are not listed here.
 */
const modulesOfAreas: readonly (Area & { modules: readonly object[] })[] = [
  {
    name: 'Objects',
    description: 'Versions of objects: write them, read them now or as of a moment, their history.',
    modules: [objects, objectVersion, ids],
  },
  {
    name: 'Search',
    description: 'Find objects by type, words, conditions and references, and store searches.',
    modules: [objectSearch, savedSearches],
  },
  {
    name: 'Transactions',
    description: 'Write many objects at one moment, all or none.',
    modules: [transactions],
  },
  {
    name: 'Change sets',
    description: 'Changes that are reviewed and committed together, and the rules that require it.',
    modules: [changeSets, changeSet, changeSetOperations, changeSetComments, changePolicy],
  },
  {
    name: 'Partitions',
    description: 'Partitions, their members and their activity.',
    modules: [partitions],
  },
  {
    name: 'Types',
    description: 'Types of objects and their JSON Schemas.',
    modules: [objectTypes],
  },
  {
    name: 'Proofs',
    description: 'Signed logs, inclusion and consistency proofs, evidence, and erasure.',
    modules: [proofs, proofBundle, evidence],
  },
  {
    name: 'Import and export',
    description: 'Import and export of rows, and long-running jobs.',
    modules: [transfers],
  },
  {
    name: 'Webhooks',
    description: 'Events of a partition, sent to other programs in order.',
    modules: [webhooks, webhookMessages],
  },
  {
    name: 'Subscriptions',
    description: 'What a person follows and is notified of by email and on Home.',
    modules: [subscriptions],
  },
  {
    name: 'Alias URLs',
    description: 'Short addresses that lead to objects.',
    modules: [aliasUrls],
  },
  {
    name: 'Data users',
    description: 'Users as the data service knows them, and their open work.',
    modules: [dataUser, dataUsers, openWork, visits],
  },
  {
    name: 'Sign-in',
    description: 'Sessions and access tokens: sign in, renew, sign out, sign up.',
    modules: [signIn, signInOptions, session],
  },
  {
    name: 'Own account',
    description: 'Password, second factors and signatures of the signed-in user.',
    modules: [account, signatures],
  },
  {
    name: 'Users',
    description: 'Users, their roles, sessions and invitations, and who may do what.',
    modules: [user, users, userAdministration, trustedDevices],
  },
  {
    name: 'Sign-in rules',
    description: 'How long sessions last and what a sign-in needs, per role and unit.',
    modules: [signInRules],
  },
  { name: 'Roles', description: 'Roles and what each allows.', modules: [roles] },
  {
    name: 'Organizational units',
    description: 'The tree of units, and their email domains.',
    modules: [organizationalUnits, emailDomains],
  },
  {
    name: 'Identity providers',
    description: 'OpenID Connect providers that users sign in with.',
    modules: [identityProviders],
  },
  {
    name: 'API tokens',
    description: 'Tokens for programs, instead of a password.',
    modules: [apiTokens],
  },
  {
    name: 'Applications',
    description: 'Programs that belong to no person, with their own tokens.',
    modules: [applications],
  },
  {
    name: 'Audit log',
    description: 'Who did what, when, and from where.',
    modules: [events, eventWebhooks],
  },
  {
    name: 'Samples',
    description: 'Random entries of a log that auditors draw, judge and sign.',
    modules: [auditSamples],
  },
  {
    name: 'Record of reads',
    description: 'Who read what of a partition, where its owners have it recorded.',
    modules: [readRecords],
  },
  {
    name: 'System',
    description: 'Health, versions, migrations and problems of the services.',
    modules: [health, migrations, system, problem],
  },
];

export const areas: readonly Area[] = modulesOfAreas;

const names = new Map<Endpoint, string>();
const areaNames = new Map<Endpoint, string>();
const schemas = new Map<z.core.$ZodType, string>();

for (const area of modulesOfAreas)
  for (const [name, exported] of area.modules.flatMap((module) => Object.entries(module))) {
    if (isRow(exported)) {
      if (names.has(exported)) continue;
      names.set(exported, name);
      areaNames.set(exported, area.name);
    } else if (isSchema(exported) && !schemas.has(exported)) schemas.set(exported, name);
  }

/** The export name of the row of a call; undefined for a row defined elsewhere. */
export const nameOfRow = (row: Endpoint): string | undefined => names.get(row);

/** The area of a call; undefined for a row defined elsewhere. */
export const areaOfRow = (row: Endpoint): string | undefined => areaNames.get(row);

/** The exported schemas by their export names. */
export const namedSchemas: ReadonlyMap<z.core.$ZodType, string> = schemas;

function isRow(exported: unknown): exported is Endpoint {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'method' in exported &&
    'path' in exported &&
    'access' in exported
  );
}

function isSchema(exported: unknown): exported is z.core.$ZodType {
  return typeof exported === 'object' && exported !== null && '_zod' in exported;
}
