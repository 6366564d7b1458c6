import { z } from 'zod';
import { CancellationPolicy } from '#api/generated/prisma/client.ts';
import type { Money } from '#common/money.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { quoteInput, quoteStay } from './stayQuote.ts';

const inUnits = ({ amount }: Money): number => amount / 100;

export const quoteRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/listings/:id/quote',
    access: 'public',
    scope: 'listings:read',
    about: {
      summary: 'What a stay costs, and what is given back if it is cancelled.',
      params: { id: 'The listing.' },
      query: quoteInput,
      answer: z.strictObject({
        nights: z.int(),
        isInstant: z.boolean().describe('Whether paying confirms the stay.'),
        lines: z.array(z.strictObject({ kind: z.string(), label: z.string(), amount: z.number() })),
        total: z.number().describe('What the traveler pays, in units of the currency.'),
        currency: z.string(),
        policy: z.enum(CancellationPolicy),
        cancellation: z.string(),
        cancellationSteps: z.array(z.string()),
      }),
    },
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
