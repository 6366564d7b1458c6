import { z } from 'zod';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { resortWhere } from '../resorts/resorts.ts';
import { reviewOrders, reviewsPage } from './reviews.ts';

const pageSizes = { usual: 100, most: 100 };

const limitRange = `limit must be a whole number from 1 to ${pageSizes.most}`;

const listQuery = z.object({
  limit: z.coerce
    .number({ error: limitRange })
    .int(limitRange)
    .min(1, limitRange)
    .max(pageSizes.most, limitRange)
    .optional(),
  after: z.string().optional(),
});

export const reviewRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/resorts/:id/reviews',
    access: 'public',
    scope: 'resorts:read',
    handle: async ({ deps }, { params, query }) => {
      const { limit, after } = parseInput(listQuery, query);
      const page = readPageArgs({ first: limit, after }, pageSizes);
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
      if (!resort) {
        throw new NotFoundError('Resort not found');
      }
      const shown = resort.reviews.slice(0, page.size);
      const last = shown.at(-1);
      const headers: Record<string, string> = {};
      if (last && resort.reviews.length > page.size) {
        const next = new URLSearchParams({
          limit: String(page.size),
          after: reviewOrders.NEWEST.cursorOf(last),
        });
        headers['link'] = `</api/resorts/${resort.id}/reviews?${next.toString()}>; rel="next"`;
      }
      return {
        body: shown.map(({ user, bookingId, answer, answeredAt, ...review }) => ({
          ...review,
          hasStayed: bookingId !== null,
          answer: answer === null ? null : { content: answer, createdAt: answeredAt },
          author: `${user.firstName} ${user.lastName}`,
          memberSince: user.createdAt.getUTCFullYear(),
        })),
        headers,
      };
    },
  },
];
