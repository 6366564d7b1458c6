import type { Area } from '#api/areas/area.ts';
import { inquiryRoutes } from './inquiries.rest.ts';
import './inquiries.graphql.ts';
import './admin/adminInquiries.graphql.ts';

export const inquiriesArea: Area = {
  routes: inquiryRoutes,
};
