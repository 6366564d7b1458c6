import type { Area } from '#api/areas/area.ts';
import { reviewRoutes } from './reviews.rest.ts';
import './reviews.graphql.ts';
import './reviewWriting.graphql.ts';
import './reviewReports.graphql.ts';
import './admin/adminReviews.graphql.ts';

export const reviewsArea: Area = {
  routes: reviewRoutes,
};
