import { Readable } from 'node:stream';
import type { RestRoute } from '#api/rest/route.ts';
import { previewEvidence } from './evidence.ts';

export const chargebackRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/bookings/:id/evidence',
    access: 'admin',
    handle: async (context, { params, query }) => {
      const input = { bookingId: params['id'], text: query['text'] };
      const pdf = await previewEvidence(context.deps, await context.viewer(), input);
      return {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'inline; filename="evidence.pdf"',
        },
        file: Readable.from([pdf]),
      };
    },
  },
];
