import type { Area } from '#api/areas/area.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import { submitProperty } from './inquiries.ts';
import './inquiries.graphql.ts';
import './admin/adminInquiries.graphql.ts';

export const inquiriesArea: Area = {
  routes: [
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
  ],
};
