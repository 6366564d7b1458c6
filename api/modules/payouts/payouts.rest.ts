import { Readable } from 'node:stream';
import type { RestRoute } from '#api/rest/route.ts';
import { statementCsv } from './statementCsv.ts';

export const payoutRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/payouts/statements/:year',
    access: 'signedIn',
    handle: async (context, { params, query }) => {
      const input = { ...query, year: params['year'] };
      const lines = await statementCsv(context.deps, await context.viewer(), input);
      return {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="payouts-${Number(params['year'])}.csv"`,
        },
        file: Readable.from(lines),
      };
    },
  },
];
