import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { submitProperty } from './inquiries.ts';

export const inquiryRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/property-submissions',
    access: 'signedIn',
    handle: async (context, { body, headers }) => {
      const fields = fieldsOf(body);
      const inquiry = await submitProperty(context.deps, await context.viewer(), {
        ...fields,
        idempotencyKey: headers['idempotency-key'] ?? fields['idempotencyKey'],
      });
      const { id, propertyName, resortName, status, createdAt } = inquiry;
      return { status: 201, body: { id, propertyName, resortName, status, createdAt } };
    },
  },
];
