import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { plainId } from '../../../graphql/globalIds.ts';
import { defaultPageSize, maxPageSize } from '../../../graphql/limits.ts';
import { pageOf, readPageArgs } from '../../../platform/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../platform/errors.ts';
import { UserType } from '../../accounts/accounts.graphql.ts';
import {
  dismissReports,
  removeReportedReview,
  reportedCursor,
  reportedPage,
} from './adminReviews.ts';
import { ReviewReportType } from '../reviewReports.graphql.ts';

/** More reports of one review than anybody reads. */
const mostReports = 50;

const ReportedReviewType = builder.prismaObject('Review', {
  variant: 'ReportedReview',
  description: 'A review that members find abusive, as administrators see it.',
  authScopes: { admin: true },
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Names it to a client that keeps objects by their ids; not for `node`.',
      resolve: ({ id }) => Buffer.from(`ReportedReview:${id}`).toString('base64'),
    }),
    databaseId: t.exposeID('id', { description: 'The plain id of the review.' }),
    reviewId: t.id({
      description: 'Global id of the review, as the mutations take it.',
      resolve: ({ id }) => Buffer.from(`Review:${id}`).toString('base64'),
    }),
    rating: t.exposeInt('rating', { description: '1 (poor) to 5 (excellent) stars.' }),
    title: t.exposeString('title', { description: 'The headline of the review, plain text.' }),
    content: t.exposeString('content', { description: 'The text; plain, may hold line breaks.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was published.' }),
    resort: t.relation('resort', { description: 'The resort it is about.' }),
    author: t.relation('user', { type: UserType, description: 'The member who wrote it.' }),
    openReportCount: t.relationCount('reports', {
      description: 'Reports that nobody has decided about; settling them names this number.',
      where: { status: 'open' },
    }),
    openReports: t.relation('reports', {
      type: ReviewReportType,
      description: `Reports that nobody has decided about, the first first; ${mostReports} at most.`,
      complexity: { field: 1, multiplier: 3 },
      query: {
        where: { status: 'open' },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: mostReports,
      },
    }),
  }),
});

builder.queryField('reportedReviews', (t) =>
  t.connection(
    {
      type: ReportedReviewType,
      nullable: true,
      description:
        'Reviews with open reports, the review that was written first first. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      resolve: async (_root, args, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await context.deps.database.prisma.review.findMany({
          ...queryFromInfo({ context, info, typeName: 'ReportedReview', path: ['edges', 'node'] }),
          ...reportedPage(page),
          relationLoadStrategy: 'join',
        });
        return pageOf(page, found, reportedCursor);
      },
    },
    { name: 'ReportedReviewConnection', description: 'A page of reported reviews.' },
    { name: 'ReportedReviewEdge', description: 'A reported review in a list.' },
  ),
);

const openReports = 'How many open reports you were shown; when there are others nothing is done.';

const DismissReviewReportsInput = builder.inputType('DismissReviewReportsInput', {
  description: 'A reported review that may stay.',
  fields: (t) => ({
    reviewId: t.id({ required: true, description: 'Global id of the review.' }),
    openReports: t.int({ required: true, description: openReports }),
    note: t.string({ description: 'For the audit log; 2,000 characters at most.' }),
  }),
});

const RemoveReportedReviewInput = builder.inputType('RemoveReportedReviewInput', {
  description: 'A reported review that is abusive.',
  fields: (t) => ({
    reviewId: t.id({ required: true, description: 'Global id of the review.' }),
    openReports: t.int({ required: true, description: openReports }),
    reason: t.string({
      required: true,
      description: 'Why, for its author to read; 2,000 characters at most.',
    }),
  }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ reviewId: string }>(name).implement({
    description,
    fields: (t) => ({
      reviewId: t.exposeID('reviewId', { description: 'Global id of the review.' }),
    }),
  });

const DismissReviewReportsPayload = payload(
  'DismissReviewReportsPayload',
  'All open reports of the review are dismissed.',
);
const RemoveReportedReviewPayload = payload(
  'RemoveReportedReviewPayload',
  'The review is removed, and its author was told why by mail.',
);

const errors = { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] };

builder.mutationFields((t) => ({
  dismissReviewReports: t.field({
    type: DismissReviewReportsPayload,
    nullable: true,
    description: 'Leaves a reported review as it is and settles its open reports.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: DismissReviewReportsInput,
        required: true,
        description: 'Which review may stay.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const reviewId = plainId('Review', input.reviewId, 'reviewId');
      await dismissReports(context.deps, await context.viewer(), { ...input, reviewId });
      return { reviewId: input.reviewId };
    },
  }),
  removeReportedReview: t.field({
    type: RemoveReportedReviewPayload,
    nullable: true,
    description: 'Upholds the reports of a review: it is removed and its author told why.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: RemoveReportedReviewInput,
        required: true,
        description: 'Which review, and why.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const reviewId = plainId('Review', input.reviewId, 'reviewId');
      await removeReportedReview(context.deps, await context.viewer(), { ...input, reviewId });
      return { reviewId: input.reviewId };
    },
  }),
}));
