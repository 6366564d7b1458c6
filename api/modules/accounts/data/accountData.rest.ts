import type { RestRoute } from '#api/rest/route.ts';
import { exportAccount } from './export.ts';

export const accountDataRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/users/me/export',
    access: 'signedIn',
    handle: async (context) => ({
      body: await exportAccount(context.deps, await context.viewer()),
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    }),
  },
];
