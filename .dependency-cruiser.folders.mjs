import base from './.dependency-cruiser.cjs';

const { options } = base;

/** No folder depends on one that depends on it, type-only imports included. Tests are left out. */
export default {
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
