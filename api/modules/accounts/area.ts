import type { Area } from '#api/areas/area.ts';
import { accountRoutes } from './accounts.rest.ts';
import { exportAccount } from './data/export.ts';
import { adminUserRoutes } from './admin/adminUsers.rest.ts';
import { sendPasswordReset } from './passwordReset/passwordReset.ts';
import { rowsThatRunOut } from '#api/platform/jobs/housekeeping.ts';
import './accounts.graphql.ts';
import './data/accountData.graphql.ts';
import './admin/adminUsers.graphql.ts';
import './emailAddress/emailAddress.graphql.ts';
import './passwordReset/passwordReset.graphql.ts';
import './sessions/sessionList.graphql.ts';

export const accountsArea: Area = {
  routes: [
    ...accountRoutes,
    {
      method: 'GET',
      path: '/api/users/me/export',
      access: 'signedIn',
      handle: async (context) => ({
        body: await exportAccount(context.deps, await context.viewer()),
        headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
      }),
    },
    ...adminUserRoutes,
  ],
  retention: [
    rowsThatRunOut(
      'Links to verify an address or to choose a password',
      'secret_links',
      'expires_at < now()',
    ),
  ],
  jobs: { send_password_reset: { run: sendPasswordReset } },
};
