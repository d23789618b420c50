interface ForeignPage {
  path: string;
  heading: RegExp;
  shows: string;
  /** The names of buttons that call a service; those that copy, sort or change the layout are excluded. */
  offers: string;
}

/** Shown where a page depends entirely on a call that these services do not have. */
const unsupported = 'This is not available with the connected services.';

/** Every page of the console, on services that know only the calls of the specification. */
const pages: [path: string, heading: RegExp, shows: string, offers: string][] = [
  ['/user-management', /User Management/, 'ada', 'Invite, My account, Roles and units, My people'],
  ['/v1/users', /Users/, 'grace', 'Invite user, Name'],
  ['/v1/users/u2', /grace/, 'grace', 'Overview, Roles, Add to unit, Remove from unit'],
  ['/v1/users/u2?tab=roles', /grace/, 'grace', 'Overview, Roles'],
  ['/v1/users/u2/roles', /grace/, 'ORG_ADMIN', 'Save roles'],
  ['/v1/users/u2/edit', /Edit user/, unsupported, ''],
  ['/v1/users/forName/grace', /grace/, 'grace', 'Overview, Roles, Add to unit, Remove from unit'],
  ['/v1/users/forNameContaining/gra', /gra/, 'grace', 'Invite user, Clear search, Name'],
  [
    '/v1/organizational-units',
    /Organizational units/i,
    'Somewhere',
    'New organizational unit, Expand all, Collapse all',
  ],
  ['/v1/organizational-units/new', /New organizational unit/, 'Name', 'Create unit'],
  ['/v1/organizational-units/o1', /Somewhere/, 'Somewhere', 'Edit'],
  ['/v1/organizational-units/o1/edit', /Somewhere/, 'Name', 'Save'],
  [
    '/v1/organizational-units/o1/users',
    /Somewhere/,
    'This list is not available with the connected services',
    'Add members',
  ],
  ['/v1/identity-providers', /Identity providers/i, 'Lantern', 'New identity provider'],
  ['/v1/identity-providers/new', /New/, 'Issuer', 'Show or hide what is entered, Create provider'],
  ['/v1/identity-providers/i1', /Lantern/, 'Lantern', 'Edit'],
  ['/v1/identity-providers/i1/edit', /Lantern/, 'Name', 'Save'],
  [
    '/v1/tokens',
    /API tokens/i,
    'a token of theirs',
    'New API token, Details: a token of theirs, Revoke: a token of theirs',
  ],
  ['/v1/tokens/new', /New/, 'Description', 'Create token'],
  ['/v1/applications', /Applications/, unsupported, 'Open'],
  [
    '/v1/applications/a1',
    /Foghorn/,
    'a token of the foghorn',
    'New token, Revoke: a token of the foghorn',
  ],
  ['/migrations', /Import and export/, unsupported, ''],
  ['/migrations?tab=import', /Import and export/, unsupported, ''],
  ['/v1/alias-urls', /Alias.URLs/i, 'The service does not list aliases', 'Find, Reactivate'],
  ['/v1/alias-urls?alias=harbour', /harbour/, 'Reactivate', 'Find, Reactivate'],
  [
    '/v1/alias-urls?alias=nowhere',
    /There is no alias nowhere/,
    'All alias URLs',
    'Find, Reactivate',
  ],
  ['/v1/partitions/all/users', /users/, unsupported, 'Open'],
  ['/v1/partitions/all/users/u2', /grace/, 'grace', ''],
  ['/v1/partitions', /Partitions/, 'Foreign ledger', 'Name'],
  ['/v1/partitions/7', /Foreign ledger/, 'grace', 'Overview, Objects'],
  ['/v1/partitions/7?tab=types', /Foreign ledger/, 'grace', 'Overview, Objects'],
  ['/v1/partitions/7/users', /Members/, unsupported, ''],
  ['/v1/partitions/7/objects', /Objects/, 'mainOperatorRef', 'Overview, Objects, Search, Title'],
  ['/v1/partitions/7/objects/edit', /Edit in a grid/, unsupported, ''],
  ['/v1/partitions/7/objects/recent', /Recent changes/, unsupported, ''],
  ['/v1/partitions/7/objects/o1', /./, unsupported, ''],
  ['/v1/partitions/7/objects/referencedBy/o1', /./, unsupported, ''],
  ['/v1/partitions/7/objects/referencedBy/o1?view=graph', /./, unsupported, ''],
  ['/v1/partitions/7/indices/search-text?text=an', /Full-text search/, unsupported, ''],
  ['/v1/partitions/7/change-sets', /Change sets/, unsupported, ''],
  ['/v1/partitions/7/change-sets/c1', /Change set/, unsupported, ''],
  ['/v1/partitions/7/timelines/tl-account/objects', /History/, unsupported, ''],
  [
    '/v1/partitions/7/timelines/tl-account/objects/latest',
    /An account/,
    'mainOperatorRef',
    'Tree, JSON, Expand all, Collapse all',
  ],
];

export const foreignPages: readonly ForeignPage[] = pages.map(([path, heading, shows, offers]) => ({
  path,
  heading,
  shows,
  offers,
}));
