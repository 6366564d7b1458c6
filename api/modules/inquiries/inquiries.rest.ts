import { z } from 'zod';
import { InvalidInputError } from '#api/platform/errors.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { submitProperty } from './inquiries.ts';

export const inquiryRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/property-submissions',
    access: 'signedIn',
    handle: async (context, { body, headers }) => {
      const fields = z.record(z.string(), z.unknown()).safeParse(body ?? {});
      if (!fields.success) {
        throw new InvalidInputError([{ field: 'body', message: 'The body must be a JSON object' }]);
      }
      const inquiry = await submitProperty(context.deps, await context.viewer(), {
        ...fields.data,
        idempotencyKey: headers['idempotency-key'] ?? fields.data['idempotencyKey'],
      });
      return {
        status: 201,
        body: {
          id: inquiry.id,
          propertyName: inquiry.propertyName,
          resortName: inquiry.resortName,
          status: inquiry.status,
          createdAt: inquiry.createdAt,
        },
      };
    },
  },
];
