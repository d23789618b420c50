export type NamedKind = 'user' | 'application' | 'unit' | 'provider' | 'partition';

/** Fields of events that hold ids, and what those may be the ids of. */
export const idFields: ReadonlyMap<string, readonly NamedKind[]> = new Map<
  string,
  readonly NamedKind[]
>([
  ['userId', ['user']],
  ['ownerId', ['user', 'application']],
  ['organizationalUnitId', ['unit']],
  ['organizationalUnitIds', ['unit']],
  ['newUserOrganizationalUnitId', ['unit']],
  ['parentId', ['unit']],
  ['identityProviderId', ['provider']],
  ['partitionIds', ['partition']],
]);
