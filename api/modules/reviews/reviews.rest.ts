import { z } from 'zod';
import { requireFound } from '#api/platform/errors.ts';
import { linkToNext, pageQuery, readPage } from '#api/rest/paging.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { resortWhere } from '../resorts/resorts.ts';
import { reviewOrders, reviewsPage } from './reviews.ts';

const pageSizes = { usual: 100, most: 100 };

export const reviewRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/resorts/:id/reviews',
    access: 'public',
    scope: 'resorts:read',
    about: {
      summary: 'The reviews of a resort, newest first.',
      params: { id: 'The resort, or the last part of its address on the site.' },
      query: pageQuery(pageSizes),
      isPaged: true,
      answer: z.array(
        z.strictObject({
          id: z.uuid(),
          resortId: z.uuid(),
          userId: z.uuid(),
          rating: z.int(),
          title: z.string(),
          content: z.string(),
          createdAt: z.iso.datetime(),
          hasStayed: z.boolean().describe('Whether the author booked a stay there on this site.'),
          answer: z
            .strictObject({ content: z.string(), createdAt: z.iso.datetime() })
            .nullable()
            .describe('Of the owner of the booked week.'),
          author: z.string(),
          memberSince: z.int().describe('A year.'),
        }),
      ),
    },
    handle: async ({ deps }, { params, query }) => {
      const page = readPage(query, pageSizes);
      const where = resortWhere(params['id'] ?? '');
      const resort =
        where &&
        (await deps.database.prisma.resort.findUnique({
          where,
          relationLoadStrategy: 'join',
          select: {
            id: true,
            reviews: {
              ...reviewsPage(page),
              select: {
                id: true,
                resortId: true,
                userId: true,
                rating: true,
                title: true,
                content: true,
                createdAt: true,
                bookingId: true,
                answer: true,
                answeredAt: true,
                user: { select: { firstName: true, lastName: true, createdAt: true } },
              },
            },
          },
        }));
      requireFound(resort, 'Resort not found');
      const { edges, pageInfo } = reviewOrders.NEWEST.pageOf(page, resort.reviews);
      const path = `/api/resorts/${resort.id}/reviews`;
      return {
        body: edges.map(({ node: { user, bookingId, answer, answeredAt, ...review } }) => ({
          ...review,
          hasStayed: bookingId !== null,
          answer: answer === null ? null : { content: answer, createdAt: answeredAt },
          author: `${user.firstName} ${user.lastName}`,
          memberSince: user.createdAt.getUTCFullYear(),
        })),
        headers: linkToNext(path, { limit: String(page.size) }, pageInfo),
      };
    },
  },
];
