import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { inSql } from '#api/graphql/sql/sqlFields.ts';
import type { Prisma, Review } from '#api/generated/prisma/client.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { BookingType } from '../bookings/bookings.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { resortWhere } from '../resorts/resorts.ts';
import { reviewableStatuses } from './reviewedStays.ts';
import {
  reviewOrders,
  reviewSortKey,
  reviewSummary,
  reviewsPage,
  type ReviewSort,
  type StarCount,
} from './reviews.ts';
import { pageCost, readPage, pageSizes } from '#api/graphql/limits/limits.ts';
import { shows } from '#api/graphql/shows.ts';

interface ReviewAnswer {
  answer: string;
  answeredAt: Date;
}

const ReviewAnswerType = builder.objectRef<ReviewAnswer>('ReviewAnswer').implement({
  extensions: shows('review'),
  description: 'What the owner of the booked week answered to the review of a stay, in public.',
  fields: (t) => ({
    content: t.exposeString('answer', {
      description: 'Plain text of 1 to 2,000 characters; may contain line breaks.',
    }),
    createdAt: t.expose('answeredAt', {
      type: 'DateTime',
      description: 'When the owner answered; an answer is never changed.',
    }),
  }),
});

interface ReviewAuthor {
  firstName: string;
  lastName: string;
  createdAt: Date;
}

const ReviewAuthorType = builder.objectRef<ReviewAuthor>('ReviewAuthor').implement({
  extensions: shows('review'),
  description: 'The author of a review: public details only.',
  fields: (t) => ({
    name: t.string({
      description: 'First and last name.',
      extensions: inSql(`{firstName} || ' ' || {lastName}`),
      resolve: (author) => `${author.firstName} ${author.lastName}`,
    }),
    memberSince: t.int({
      description: 'The year in which the member joined.',
      extensions: inSql(`extract(year FROM {createdAt} AT TIME ZONE 'UTC')`),
      resolve: (author) => author.createdAt.getUTCFullYear(),
    }),
  }),
});

export const ReviewType = builder.prismaNode('Review', {
  extensions: shows('review'),
  description:
    "A member's review of a resort. A member can review each resort once, and each stay there that they booked here.",
  nullable: true,
  select: reviewSortKey,
  id: { field: 'id', description: 'Global id, for `node`.' },
  authScopes: { public: true, token: 'resorts:read' },
  fields: (t) => ({
    ...columns<Review>(t, {
      rating: ['Int', '1 (poor) to 5 (excellent) stars.'],
      title: 'The headline of the review, plain text.',
      content: 'Plain text; may contain line breaks.',
      createdAt: ['DateTime', 'When it was first published.'],
      updatedAt: [
        'DateTime',
        'When its author last changed it or it was answered; equals createdAt if neither happened.',
      ],
    }),
    hasStayed: t.boolean({
      description:
        'Whether it is about a stay that its author booked here and that is over: "Stayed here".',
      select: { bookingId: true },
      extensions: inSql({ never: 'null', sql: '{bookingId} IS NOT NULL' }),
      resolve: ({ bookingId }) => bookingId !== null,
    }),
    answer: t.field({
      type: ReviewAnswerType,
      nullable: true,
      description: 'The answer of the owner of the booked week; null if there is none.',
      select: { answer: true, answeredAt: true },
      extensions: inSql({
        values: { answer: '{answer}', answeredAt: '{answeredAt}' },
        unless: '{answer} IS NULL OR {answeredAt} IS NULL',
      }),
      resolve: ({ answer, answeredAt }) =>
        answer !== null && answeredAt !== null ? { answer, answeredAt } : null,
    }),
    author: t.field({
      type: ReviewAuthorType,
      description: 'The member who wrote it.',
      select: { user: { select: { firstName: true, lastName: true, createdAt: true } } },
      extensions: inSql({ relation: 'user' }),
      resolve: (review) => review.user,
    }),
    resort: t.relation('resort', { description: 'The resort it is about.' }),
  }),
});

const [ReviewConnection, ReviewEdge] = listTypes('Review', ReviewType, {
  node: 'A review in a list.',
  page: 'A page of reviews.',
  parts: ['review'],
});

const ReviewSortEnum = enumOf(
  'ReviewSort',
  'Orders of a list of reviews. Every order is total, so pages never overlap.',
  {
    NEWEST: 'Latest published first.',
    HIGHEST: 'Most stars first; with equal stars the latest first.',
    LOWEST: 'Fewest stars first; with equal stars the latest first.',
  },
);

builder.prismaObjectField(ResortType, 'reviews', (t) =>
  t.connection(
    {
      type: ReviewType,
      description: 'Reviews, newest first by default. `first` defaults to 12 and is at most 100.',
      args: argsOf({
        sort: [ReviewSortEnum, { defaultValue: 'NEWEST', description: 'The order of the list.' }],
        updatedSince: ['DateTime?', 'Only reviews whose `updatedAt` is this instant or later.'],
      }),
      complexity: pageCost,
      extensions: inSql({
        connection: 'reviews',
        sizes: pageSizes,
        keyOf: ({ sort }: { sort: ReviewSort }) => ({
          order: sort,
          columns: reviewOrders[sort].fields,
        }),
      }),
      select: (args, _context, nestedSelection) => ({
        reviews: nestedSelection(
          {
            ...reviewsPage(readPage(args), args.sort, args.updatedSince),
            // Cursors need these columns even if no field of a review is selected.
            select: reviewSortKey,
          },
          ['edges', 'node'],
        ),
      }),
      resolve: (resort, args) => {
        const page = readPage(args);
        return reviewOrders[args.sort].pageOf(page, resort.reviews);
      },
    },
    ReviewConnection,
    ReviewEdge,
  ),
);

const StarCountType = shownType<StarCount>('StarCount', {
  extensions: shows('review'),
  description: 'Number of reviews with this many stars.',
  fields: {
    stars: ['Int', 'From 1 (poor) to 5 (excellent).'],
    count: ['Int', 'Number of reviews.'],
  },
});

builder.prismaObjectField(ResortType, 'reviewSummary', (t) =>
  t.field({
    type: [StarCountType],
    description: 'Numbers of reviews with 5, 4, 3, 2 and 1 stars, in this order; always five rows.',
    complexity: { field: 20, multiplier: 1 },
    extensions: inSql({
      items: `SELECT stars, count(rating) AS count FROM generate_series(1, 5) AS stars
        LEFT JOIN (SELECT rating FROM reviews WHERE resort_id = {id}) AS given ON rating = stars
        GROUP BY stars ORDER BY stars DESC`,
      columns: ['stars', 'count'],
    }),
    resolve: (resort, _args, { deps }) => reviewSummary(deps, resort.id),
  }),
);

const resortIdArg = {
  required: true,
  ...idOf('resort', 'Its short name in lower case is accepted too.'),
} as const;

/** Prisma arguments for one person's reviews of a resort, latest first; undefined for a malformed id. */
function reviewsBy(userId: string, resortId: string) {
  const resort = resortWhere(resortId);
  return (
    resort &&
    ({
      where: { userId, resort },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      relationLoadStrategy: 'join',
    } as const satisfies Prisma.ReviewFindManyArgs)
  );
}

builder.objectField(UserType, 'reviewOf', (t) =>
  t.prismaField({
    type: ReviewType,
    nullable: true,
    description: "This person's latest review of a resort; null if there is none.",
    args: { resortId: t.arg.id(resortIdArg) },
    resolve: (query, user, { resortId }, { deps }) => {
      const own = reviewsBy(user.id, resortId);
      return own ? deps.database.prisma.review.findFirst({ ...query, ...own }) : null;
    },
  }),
);

/** The most reviews of one resort by one person: of stays, and one without a stay. */
const mostOwn = 50;

builder.objectField(UserType, 'reviewsOf', (t) =>
  t.prismaField({
    type: [ReviewType],
    description: `This person's reviews of a resort, latest first; ${mostOwn} at most. There is more than one only after stays that they booked here.`,
    complexity: { field: 1, multiplier: 3 },
    args: { resortId: t.arg.id(resortIdArg) },
    resolve: (query, user, { resortId }, { deps }) => {
      const own = reviewsBy(user.id, resortId);
      return own ? deps.database.prisma.review.findMany({ ...query, ...own, take: mostOwn }) : [];
    },
  }),
);

const reviewOfStay = {
  reviews: { select: { id: true, answeredAt: true }, take: 1 },
} as const;

builder.prismaObjectFields(BookingType, (t) => ({
  review: t.field({
    type: ReviewType,
    nullable: true,
    description: 'The review of this stay; null if the traveler has not written one.',
    select: (_args, _context, nestedSelection) => ({ reviews: nestedSelection({ take: 1 }) }),
    resolve: ({ reviews }) => reviews[0] ?? null,
  }),
  canReview: t.boolean({
    description:
      'Whether you can review this stay now, by `createReview` with the id of this booking: it was yours, it is over, and it is not reviewed.',
    select: { status: true, ...reviewOfStay },
    resolve: async ({ userId, status, reviews }, _args, context) =>
      userId === (await context.viewer())?.id &&
      reviewableStatuses.includes(status) &&
      reviews.length === 0,
  }),
  canAnswerReview: t.boolean({
    description:
      'Whether you can answer the review of this stay now, by `answerReview`: the week is yours, and the review is not answered.',
    select: reviewOfStay,
    resolve: async ({ ownerId, reviews }, _args, context) =>
      ownerId === (await context.viewer())?.id && reviews[0]?.answeredAt === null,
  }),
}));
