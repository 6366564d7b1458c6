import type { Money } from '#common/money.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { quoteStay } from './stayQuote.ts';

const inUnits = ({ amount }: Money): number => amount / 100;

export const quoteRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/listings/:id/quote',
    access: 'public',
    scope: 'listings:read',
    handle: async ({ deps }, { params, query }) => {
      const { lines, total, ...rest } = await quoteStay(deps, params['id'] ?? '', query);
      return {
        body: {
          ...rest,
          lines: lines.map(({ amount, ...line }) => ({ ...line, amount: inUnits(amount) })),
          total: inUnits(total),
          currency: total.currency,
        },
      };
    },
  },
];
