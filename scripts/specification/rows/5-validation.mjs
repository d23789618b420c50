export const title = 'Validation rules';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '5.1',
    statement: 'rules for input fields are not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '5.2',
    statement: 'route parameters have no bounds of their own',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'contracts/src/route-parameters.test.ts',
      title: 'a route parameter has no limits of its own: %j',
    },
    breaks: [
      {
        find: "    if (part.startsWith('{')) {\n      if (segment === '')",
        replace:
          "    if (part.startsWith('{')) {\n      if (segment.length > 300 || segment === '')",
      },
    ],
  },
  {
    number: '5.3',
    statement: 'a missing required parameter makes the route not match',
    files: ['contracts/src/routes.ts'],
    proof: { file: 'contracts/src/routes.test.ts', title: 'without its parameter %s is not %s' },
    breaks: [{ find: "      if (segment === '') return undefined;\n", replace: '' }],
  },
];
