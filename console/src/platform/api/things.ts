import type { aliasUrl } from '@annals/contracts/alias-urls';
import type { apiToken } from '@annals/contracts/api-tokens';
import type { application } from '@annals/contracts/applications';
import type { changeSetOperation } from '@annals/contracts/change-set-operations';
import type { dataUser } from '@annals/contracts/data-user';
import type { listedDataUser } from '@annals/contracts/data-users';
import type { identityProvider } from '@annals/contracts/identity-providers';
import type { objectVersion, reference } from '@annals/contracts/object-version';
import type { organizationalUnit } from '@annals/contracts/organizational-units';
import type { partition } from '@annals/contracts/partitions';
import type { role } from '@annals/contracts/roles';
import type { user } from '@annals/contracts/user';
import type { Told } from './told.ts';

// The things of the specification, as any service tells of them, and what contains them.

export type AliasUrl = Told<typeof aliasUrl>;
export type ApiToken = Told<typeof apiToken>;
export type Application = Told<typeof application>;
export type ChangeSetOperation = Told<typeof changeSetOperation>;
export type DataUser = Told<typeof dataUser>;
export type IdentityProvider = Told<typeof identityProvider>;
export type ListedDataUser = Told<typeof listedDataUser>;
export type ObjectVersion = Told<typeof objectVersion>;
export type OrganizationalUnit = Told<typeof organizationalUnit>;
export type Partition = Told<typeof partition>;
export type Reference = Told<typeof reference>;
export type Role = Told<typeof role>;
export type User = Told<typeof user>;
