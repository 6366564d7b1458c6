import { builder } from '../../graphql/builder.ts';
import { idOf } from '../../graphql/ids.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { resortWhere } from '../resorts/resorts.ts';
import {
  reviewCursor,
  reviewSortKey,
  reviewSummary,
  reviewsPage,
  type StarCount,
} from './reviews.ts';
import { pageOf, readPageArgs } from '../../platform/cursors.ts';
import { defaultPageSize, maxPageSize, pageCost } from '../../graphql/limits.ts';

interface ReviewAuthor {
  firstName: string;
  lastName: string;
  createdAt: Date;
}

const ReviewAuthorType = builder.objectRef<ReviewAuthor>('ReviewAuthor').implement({
  description: 'The author of a review: public details only.',
  fields: (t) => ({
    name: t.string({
      description: 'First and last name.',
      resolve: (author) => `${author.firstName} ${author.lastName}`,
    }),
    memberSince: t.int({
      description: 'The year in which the member joined.',
      resolve: (author) => author.createdAt.getUTCFullYear(),
    }),
  }),
});

export const ReviewType = builder.prismaNode('Review', {
  description: "A member's review of a resort. A member can review each resort once.",
  nullable: true,
  authScopes: { public: true },
  select: reviewSortKey,
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    rating: t.exposeInt('rating', { description: '1 (poor) to 5 (excellent) stars.' }),
    title: t.exposeString('title', { description: 'The headline of the review, plain text.' }),
    content: t.exposeString('content', { description: 'Plain text; may contain line breaks.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was first published.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its author last changed it; equals createdAt if never changed.',
    }),
    author: t.field({
      type: ReviewAuthorType,
      description: 'The member who wrote it.',
      select: { user: { select: { firstName: true, lastName: true, createdAt: true } } },
      resolve: (review) => review.user,
    }),
    resort: t.relation('resort', { description: 'The resort it is about.' }),
  }),
});

const ReviewEdge = builder.edgeObject({
  type: ReviewType,
  name: 'ReviewEdge',
  description: 'A review in a list.',
});

const ReviewConnection = builder.connectionObject(
  { type: ReviewType, name: 'ReviewConnection', description: 'A page of reviews.' },
  ReviewEdge,
);

const ReviewSortEnum = builder.enumType('ReviewSort', {
  description: 'Orders of a list of reviews. Every order is total, so pages never overlap.',
  values: {
    NEWEST: { description: 'Latest published first.' },
    HIGHEST: { description: 'Most stars first; with equal stars the latest first.' },
    LOWEST: { description: 'Fewest stars first; with equal stars the latest first.' },
  },
});

builder.prismaObjectField(ResortType, 'reviews', (t) =>
  t.connection(
    {
      type: ReviewType,
      description: 'Reviews, newest first by default. `first` defaults to 12 and is at most 100.',
      args: {
        sort: t.arg({
          type: ReviewSortEnum,
          required: true,
          defaultValue: 'NEWEST',
          description: 'The order of the list.',
        }),
        updatedSince: t.arg({
          type: 'DateTime',
          description: 'Only reviews whose `updatedAt` is this instant or later.',
        }),
      },
      complexity: pageCost,
      select: (args, _context, nestedSelection) => ({
        reviews: nestedSelection(
          {
            ...reviewsPage(
              readPageArgs(args, { usual: defaultPageSize, most: maxPageSize }),
              args.sort,
              args.updatedSince,
            ),
            // Cursors need these columns even if no field of a review is selected.
            select: reviewSortKey,
          },
          ['edges', 'node'],
        ),
      }),
      resolve: (resort, args) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        return pageOf(page, resort.reviews, (review) => reviewCursor(review, args.sort));
      },
    },
    ReviewConnection,
    ReviewEdge,
  ),
);

const StarCountType = builder.objectRef<StarCount>('StarCount').implement({
  description: 'Number of reviews with this many stars.',
  fields: (t) => ({
    stars: t.exposeInt('stars', { description: 'From 1 (poor) to 5 (excellent).' }),
    count: t.exposeInt('count', { description: 'Number of reviews.' }),
  }),
});

builder.prismaObjectField(ResortType, 'reviewSummary', (t) =>
  t.field({
    type: [StarCountType],
    description: 'Numbers of reviews with 5, 4, 3, 2 and 1 stars, in this order; always five rows.',
    complexity: { field: 20, multiplier: 1 },
    resolve: (resort, _args, { deps }) => reviewSummary(deps, resort.id),
  }),
);

builder.objectField(UserType, 'reviewOf', (t) =>
  t.prismaField({
    type: ReviewType,
    nullable: true,
    description: "This person's review of a resort; null if there is none.",
    args: {
      resortId: t.arg.id({
        required: true,
        ...idOf('resort', 'Its short name in lower case is accepted too.'),
      }),
    },
    resolve: (query, user, { resortId }, { deps }) => {
      const resort = resortWhere(resortId);
      return resort
        ? deps.database.prisma.review.findFirst({
            ...query,
            where: { userId: user.id, resort },
            relationLoadStrategy: 'join',
          })
        : null;
    },
  }),
);
