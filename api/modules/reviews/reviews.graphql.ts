import { builder } from '../../graphql/builder.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { reviewCursor, reviewsPage } from './reviews.ts';
import { readPageArgs } from '../../platform/cursors.ts';
import { defaultPageSize, maxPageSize } from '../../graphql/limits.ts';

interface ReviewAuthor {
  firstName: string;
  lastName: string;
  createdAt: Date;
}

const ReviewAuthorType = builder.objectRef<ReviewAuthor>('ReviewAuthor').implement({
  description: 'The member who wrote a review, as far as the public may know.',
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

const ReviewType = builder.prismaNode('Review', {
  description: 'What a member says about a resort. A member reviews a resort once.',
  nullable: true,
  authScopes: { public: true },
  select: { id: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    rating: t.exposeInt('rating', { description: '1 (poor) to 5 (excellent) stars.' }),
    title: t.exposeString('title', { description: 'The headline of the review, plain text.' }),
    content: t.exposeString('content', { description: 'The text; plain, may hold line breaks.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was first published.',
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

builder.prismaObjectField(ResortType, 'reviews', (t) =>
  t.connection(
    {
      type: ReviewType,
      description: 'Reviews, newest first. `first` is 12 where nothing is said, 100 at most.',
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      select: (args, _context, nestedSelection) => ({
        reviews: nestedSelection(
          {
            ...reviewsPage(readPageArgs(args, { usual: defaultPageSize, most: maxPageSize })),
            // What cursors are made of, also where nothing of a review is asked for.
            select: { id: true, createdAt: true },
          },
          ['edges', 'node'],
        ),
      }),
      resolve: (resort, args) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const hasMore = resort.reviews.length > page.size;
        const rows = hasMore ? resort.reviews.slice(0, page.size) : [...resort.reviews];
        if (page.direction === 'backward') {
          rows.reverse();
        }
        const edges = rows.map((node) => ({ cursor: reviewCursor(node), node }));
        return {
          edges,
          pageInfo: {
            startCursor: edges[0]?.cursor,
            endCursor: edges.at(-1)?.cursor,
            hasNextPage: page.direction === 'forward' ? hasMore : page.from !== undefined,
            hasPreviousPage: page.direction === 'backward' ? hasMore : page.from !== undefined,
          },
        };
      },
    },
    ReviewConnection,
    ReviewEdge,
  ),
);
