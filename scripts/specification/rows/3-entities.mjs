export const title = 'Entities and their fields';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '3.1',
    statement: 'the current user can have any shape',
    files: ['contracts/src/user.ts', 'console/src/platform/api/loosen-schema.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'accepts any shape for the current user',
    },
    breaks: [
      { find: '  id: givenId,', replace: '  id: z.string(),' },
      {
        file: 'console/src/platform/api/loosen-schema.ts',
        find: 'z.looseObject(',
        replace: 'z.strictObject(',
      },
    ],
  },
  {
    number: '3.2',
    statement: 'the current partition-service user can have any shape',
    files: ['contracts/src/data-user.ts', 'console/src/platform/api/loosen-schema.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'accepts any shape for the current partition-service user',
    },
    breaks: [
      { find: '  id: givenId,', replace: '  id: z.string(),' },
      {
        file: 'console/src/platform/api/loosen-schema.ts',
        find: 'z.looseObject(',
        replace: 'z.strictObject(',
      },
    ],
  },
  {
    number: '3.3',
    statement: 'the payload that creates a user has an email, and needs nothing more',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'needs only an email to create a user',
    },
    breaks: [
      {
        find: '    email: emailAddress,\n    mailTemplateId',
        replace: '    email: z.optional(emailAddress),\n    mailTemplateId',
      },
      {
        find: "mailTemplateId: z.optional(z.literal(welcomeMailTemplateId, messageCode('noSuchTemplate')))",
        replace: 'mailTemplateId: z.literal(welcomeMailTemplateId)',
      },
    ],
  },
  {
    number: '3.4',
    statement: '`{email}` in it stands for the user’s email, which the console fills in',
    files: ['console/src/domain/invitations/invitation.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [
      { find: '      email: address,\n', replace: "      email: '{email}',\n" },
      { find: 'body: body(address)', replace: "body: body('{email}')" },
    ],
  },
  {
    number: '3.5',
    statement: 'our service fills in `{email}` for clients that send it as it is',
    files: ['services/authentication/src/mail/mail-templates.ts'],
    proof: {
      file: 'services/authentication/src/mail/mail-templates.test.ts',
      title: 'uses the given texts, with the email filled in, and only its own link',
    },
    breaks: [{ find: "text.replaceAll('{email}', () => email)", replace: 'text' }],
  },
  {
    number: '3.6',
    statement: 'the payload that creates a user can have mailTemplateId',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [{ find: '    mailTemplateId: z.optional(', replace: '    templateId: z.optional(' }],
  },
  {
    number: '3.7',
    statement: 'the payload that creates a user can have mailTemplateParameters',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [
      {
        find: 'mailTemplateParameters: z.optional(mailTemplateParameters)',
        replace: 'parameters: z.optional(mailTemplateParameters)',
      },
    ],
  },
  {
    number: '3.8',
    statement: 'mailTemplateParameters has email',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [
      { find: '  email: z.optional(text(1, 320)),\n', replace: '  x: z.optional(text(1, 320)),\n' },
    ],
  },
  {
    number: '3.9',
    statement: 'mailTemplateParameters has headline',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [{ find: '  headline: z.optional(', replace: '  x: z.optional(' }],
  },
  {
    number: '3.10',
    statement: 'mailTemplateParameters has body',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [
      { find: '  body: z.optional(text(1, 5000))', replace: '  x: z.optional(text(1, 5000))' },
    ],
  },
  {
    number: '3.11',
    statement: 'mailTemplateParameters has ctaText',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [{ find: '  ctaText: z.optional(', replace: '  x: z.optional(' }],
  },
  {
    number: '3.12',
    statement: 'mailTemplateParameters has ctaLink',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [{ find: '  ctaLink: z.optional(', replace: '  x: z.optional(' }],
  },
  {
    number: '3.13',
    statement: 'mailTemplateParameters has footer',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [{ find: '  footer: z.optional(', replace: '  x: z.optional(' }],
  },
  {
    number: '3.14',
    statement: 'mailTemplateParameters has lang',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'accepts the mail template fields to create a user',
    },
    breaks: [
      {
        find: '  lang: z.optional(z.enum(languages)),\n});\nexport type MailTemplateParameters',
        replace: '  x: z.optional(z.enum(languages)),\n});\nexport type MailTemplateParameters',
      },
    ],
  },
  {
    number: '3.15',
    statement: 'the console sends all of these mail template fields',
    files: ['console/src/domain/invitations/invitation.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [
      { find: '      ctaText,\n', replace: '' },
      { find: '      headline,\n', replace: '' },
      { find: '      body: body(address),\n', replace: '' },
      { find: '      footer: footer(address),\n', replace: '' },
      { find: '    mailTemplateId: welcomeMailTemplateId,\n', replace: '' },
    ],
  },
  {
    number: '3.16',
    statement: 'a welcome mail is sent',
    files: ['services/authentication/src/invitations/make-invitation.ts'],
    proof: {
      file: 'services/authentication/src/users/invite-user.test.ts',
      title: 'sends the welcome mail, whose link leads to the page to set the password',
    },
    breaks: [
      { find: '  await enqueueMail(', replace: '  await (async (..._: unknown[]) => undefined)(' },
    ],
  },
  {
    number: '3.17',
    statement: 'the link of the welcome mail leads to the set-password page',
    files: ['services/authentication/src/one-time-links/one-time-links.ts'],
    proof: {
      file: 'services/authentication/src/users/invite-user.test.ts',
      title: 'sends the welcome mail, whose link leads to the page to set the password',
    },
    breaks: [{ find: "INVITATION: '/set-password'", replace: "INVITATION: '/reset'" }],
  },
  {
    number: '3.18',
    statement: 'the ctaLink that the console sends leads to its set-password page',
    files: ['console/src/domain/invitations/invitation.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [{ find: '/set-password`', replace: '/reset`' }],
  },
  {
    number: '3.19',
    statement: 'the payload that issues an API token is not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '3.20',
    statement: 'the payload that issues an application token has a description',
    files: ['contracts/src/applications.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'has a description for an application token',
    },
    breaks: [
      {
        find: '    description: shownText(1, 200),\n    /** Default: read and write.',
        replace: '    text: text(1, 200),\n    /** Default: read and write.',
      },
    ],
  },
  {
    number: '3.21',
    statement: 'the console sends the description of an application token',
    files: ['console/src/features/applications/IssueToken.tsx'],
    proof: {
      file: 'console/src/features/applications/applications.test.tsx',
      title: 'creates a token and shows it once; a refusal is shown in the dialog',
    },
    breaks: [{ find: 'description: description.trim(),', replace: "description: 'x'," }],
  },
  {
    number: '3.22',
    statement: 'a partition has partitionName',
    files: ['contracts/src/partitions.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'names a partition by partitionName',
    },
    breaks: [
      {
        find: '  id: givenId,\n  partitionName: z.string()',
        replace: '  id: givenId,\n  partitionName: z.unknown()',
      },
    ],
  },
  {
    number: '3.23',
    statement: 'an alias URL is requested with the query parameter alias',
    files: ['console/src/features/alias-urls/alias-urls.queries.ts'],
    proof: {
      file: 'console/src/features/alias-urls/alias-urls.test.tsx',
      title: 'finds and reactivates an alias by name if the service has no list',
    },
    breaks: [
      { find: 'query: { alias } }, { signal }', replace: 'query: { text: alias } }, { signal }' },
    ],
  },
  {
    number: '3.24',
    statement: 'a search for objects has type in its body, for example ACCOUNT',
    files: ['contracts/src/object-search.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'searches objects by a type in its body, with page and pageSize in its query',
    },
    breaks: [
      {
        find: '  query: z.optional(queryText),\n  type:',
        replace: '  query: z.optional(queryText),\n  kind:',
      },
    ],
  },
  {
    number: '3.25',
    statement: 'page is a query parameter of the search for objects',
    files: ['contracts/src/fields.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'searches objects by a type in its body, with page and pageSize in its query',
    },
    breaks: [
      {
        find: '  page: z.optional(wholeNumber(0, deepestPagedRow))',
        replace: '  number: z.optional(wholeNumber(0, deepestPagedRow))',
      },
    ],
  },
  {
    number: '3.26',
    statement: 'pageSize is a query parameter of the search for objects',
    files: ['contracts/src/fields.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'searches objects by a type in its body, with page and pageSize in its query',
    },
    breaks: [{ find: '  pageSize: z._default(', replace: '  size: z._default(' }],
  },
  {
    number: '3.27',
    statement: 'the response to the search for objects has a data array',
    files: ['console/src/platform/api/page.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'holds the objects found in a data array',
    },
    breaks: [{ find: '        data: z.array(item),', replace: '        data: z.unknown(),' }],
  },
  {
    number: '3.28',
    statement: 'each object found has references with a name',
    files: ['contracts/src/object-version.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'gives an object references with name and timelineId',
    },
    breaks: [{ find: '  name: essential(z.string())', replace: '  name: z.string()' }],
  },
  {
    number: '3.29',
    statement: 'each reference has a timelineId',
    files: ['contracts/src/object-version.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'gives an object references with name and timelineId',
    },
    breaks: [
      { find: '  timelineId: essential(z.string()),', replace: '  timelineId: z.string(),' },
    ],
  },
  {
    number: '3.30',
    statement: 'a latest object has objectData with userId',
    files: ['contracts/src/object-version.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'gives a latest object objectData, with userId',
    },
    breaks: [
      {
        find: '  objectData: z.record(z.string(), z.unknown()),\n  references: z.array(reference),\n  genesis',
        replace: '  objectData: z.unknown(),\n  references: z.array(reference),\n  genesis',
      },
    ],
  },
  {
    number: '3.31',
    statement: 'objectData.userId of the latest object is the main operator',
    files: ['console/src/features/partitions/main-operator.queries.ts'],
    proof: {
      file: 'console/src/features/partitions/main-operator.queries.test.ts',
      title: 'is the user named in the latest object',
    },
    breaks: [
      { find: 'const { userId } = objectData;', replace: 'const { user: userId } = objectData;' },
    ],
  },
  {
    number: '3.32',
    statement: 'the reference named mainOperatorRef identifies the main operator of an account',
    files: ['console/src/features/partitions/main-operator.queries.ts'],
    proof: {
      file: 'console/src/features/partitions/main-operator.queries.test.ts',
      title: 'is identified by the reference mainOperatorRef',
    },
    breaks: [{ find: "'mainOperatorRef'", replace: "'owner'" }],
  },
  {
    number: '3.33',
    statement: 'an auth token response has accessToken',
    files: ['contracts/src/session.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'has an accessToken for a sign-in',
    },
    breaks: [{ find: '  accessToken: essential(', replace: '  token: essential(' }],
  },
  {
    number: '3.34',
    statement: 'a refresh request has refreshToken',
    files: ['contracts/src/session.ts'],
    proof: {
      file: 'contracts/src/entities.test.ts',
      title: 'exchanges a refreshToken for another access token',
    },
    breaks: [
      {
        find: 'z.strictObject({ refreshToken: secret })',
        replace: 'z.strictObject({ token: secret })',
      },
    ],
  },
  {
    number: '3.35',
    statement: 'the console sends refreshToken in its refresh request',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'a 401 from GET /v1/auth refreshes the access token before the call is sent',
    },
    breaks: [{ find: 'body: { refreshToken } }', replace: 'body: { token: refreshToken } }' }],
  },
  {
    number: '3.36',
    statement: 'the payload of an access token has a roles array',
    files: ['services/authentication/src/tokens/access-tokens.ts'],
    proof: {
      file: 'services/authentication/src/sign-in/sign-in.test.ts',
      title: 'returns tokens for the correct password, with the user name in any case',
    },
    breaks: [{ find: '      roles: holder.roles,', replace: '      roles: holder.roles.join(),' }],
  },
  {
    number: '3.37',
    statement: 'an organizational unit has id and name',
    files: ['contracts/src/organizational-units.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'gives an organizational unit id and name',
    },
    breaks: [
      {
        find: '  id: givenId,\n  name: z.string()',
        replace: '  id: givenId,\n  name: z.unknown()',
      },
      { find: '  id: givenId,', replace: '  id: z.unknown(),' },
    ],
  },
  {
    number: '3.38',
    statement: 'other fields of an organizational unit are not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '3.39',
    statement: 'an identity provider has id and name',
    files: ['contracts/src/identity-providers.ts'],
    proof: {
      file: 'console/src/platform/api/entities.test.ts',
      title: 'gives an identity provider id and name',
    },
    breaks: [
      {
        find: '  id: givenId,\n  name: z.string()',
        replace: '  id: givenId,\n  name: z.unknown()',
      },
      { find: '  id: givenId,', replace: '  id: z.unknown(),' },
    ],
  },
  {
    number: '3.40',
    statement: 'other fields of an identity provider are not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '3.41',
    statement: 'the access token is stored in the browser as auth',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: '%s is stored in the browser under this name',
    },
    breaks: [{ find: "authKey = 'auth'", replace: "authKey = 'token'" }],
  },
  {
    number: '3.42',
    statement: 'refreshToken is stored in the browser',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: '%s is stored in the browser under this name',
    },
    breaks: [{ find: "refreshTokenKey = 'refreshToken'", replace: "refreshTokenKey = 'refresh'" }],
  },
  {
    number: '3.43',
    statement: 'idp is stored in the browser',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: '%s is stored in the browser under this name',
    },
    breaks: [{ find: "idpKey = 'idp'", replace: "idpKey = 'provider'" }],
  },
  {
    number: '3.44',
    statement: 'initialized is in shared state',
    files: ['console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title:
        'the shared state consists of initialized, user, {product}User, isGlobalMaster and env',
    },
    breaks: [{ find: '  initialized: false,', replace: '  started: false,' }],
  },
  {
    number: '3.45',
    statement: 'user is in shared state',
    files: ['console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title:
        'the shared state consists of initialized, user, {product}User, isGlobalMaster and env',
    },
    breaks: [
      {
        find: '  user: undefined,\n  isGlobalMaster',
        replace: '  person: undefined,\n  isGlobalMaster',
      },
    ],
  },
  {
    number: '3.46',
    statement: 'isGlobalMaster is in shared state',
    files: ['console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title:
        'the shared state consists of initialized, user, {product}User, isGlobalMaster and env',
    },
    breaks: [{ find: '  isGlobalMaster: false,\n  env', replace: '  isMaster: false,\n  env' }],
  },
  {
    number: '3.47',
    statement: 'env is in shared state',
    files: ['console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title:
        'the shared state consists of initialized, user, {product}User, isGlobalMaster and env',
    },
    breaks: [{ find: '  env: undefined,', replace: '' }],
  },
  {
    number: '3.48',
    statement: '{product}User is in shared state, named after the product',
    files: ['console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title:
        'the shared state consists of initialized, user, {product}User, isGlobalMaster and env',
    },
    breaks: [{ find: '`${product}User` as const', replace: '`annalsUser` as const' }],
  },
];
