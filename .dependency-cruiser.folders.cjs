const { options } = require('./.dependency-cruiser.cjs');

/** No folder needs one that needs it, type-only imports included. Tests may look anywhere. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$|^api/testing/|^web/(testing|e2e)/` },
  },
};
