const depth = 40;

/**
 * A schema that takes for ever to check data with the property `slow`: each definition refers twice to the next one.
 */
export const endlessSchema: Record<string, unknown> = {
  properties: { slow: { $ref: '#/$defs/d0' } },
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: depth }, (_, level) => {
        const next = { $ref: `#/$defs/d${level + 1}` };
        return [`d${level}`, { allOf: [next, next] }];
      }),
    ),
    [`d${depth}`]: { type: 'object' },
  },
};
