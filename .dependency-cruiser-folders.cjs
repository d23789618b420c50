const { options } = require('./.dependency-cruiser.cjs');

/** Folders, without their tests, depend on one another in one direction. */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'move what both need to where neither depends on the other',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: '(^|/)(dist|var|testing)/|\\.test\\.tsx?$|\\.testing\\.ts$' },
  },
};
