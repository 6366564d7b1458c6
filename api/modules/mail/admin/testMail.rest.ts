import type { RestRoute } from '#api/rest/route.ts';
import { sendTestMail } from './testMail.ts';

export const testMailRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/admin/smtp/test',
    access: 'admin',
    handle: async (context) => ({
      body: await sendTestMail(context.deps, await context.viewer()),
    }),
  },
];
