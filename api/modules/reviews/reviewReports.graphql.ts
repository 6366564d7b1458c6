import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../graphql/builder.ts';
import { plainId } from '../../graphql/globalIds.ts';
import { defaultPageSize, maxPageSize } from '../../graphql/limits.ts';
import { pageOf, readPageArgs } from '../../platform/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '../../platform/errors.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { reportCursor, reportReview, reportsPage, type ReportReason } from './reviewReports.ts';
import { ReviewType } from './reviews.graphql.ts';

const ReportReasonEnum = builder.enumType('ReviewReportReason', {
  description: 'What is wrong with a review.',
  values: {
    SPAM: { description: 'Spam or advertising.' },
    OFFENSIVE: { description: 'Insults, hate or threats.' },
    PRIVATE_DATA: { description: "Someone's private details." },
    NOT_GENUINE: { description: 'Not about a genuine stay.' },
    OTHER: { description: 'Something else, which the details tell.' },
  },
});

const ReportStatusEnum = builder.enumType('ReviewReportStatus', {
  description: 'What became of a report.',
  values: {
    OPEN: { value: 'open', description: 'Nobody has decided about it.' },
    DISMISSED: { value: 'dismissed', description: 'The review may stay as it is.' },
    UPHELD: { value: 'upheld', description: 'The review was found abusive.' },
  } as const,
});

export const ReviewReportType = builder.prismaNode('ReviewReport', {
  description: 'That someone finds a review abusive. Only administrators can read one.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true, status: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    reason: t.field({
      type: ReportReasonEnum,
      description: 'What is said to be wrong.',
      select: { reason: true },
      resolve: (report) => report.reason as ReportReason,
    }),
    details: t.exposeString('details', { description: 'More about it; may be empty.' }),
    status: t.field({
      type: ReportStatusEnum,
      description: 'What became of the report.',
      resolve: (report) => report.status,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    review: t.relation('review', { type: ReviewType, description: 'The review it is about.' }),
    reporter: t.relation('reporter', { type: UserType, description: 'The member who sent it.' }),
  }),
});

builder.queryField('reviewReports', (t) =>
  t.connection(
    {
      type: ReviewReportType,
      nullable: true,
      description:
        'Reports of abusive reviews, open ones first and then the newest. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      resolve: async (_root, args, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await context.deps.database.prisma.reviewReport.findMany({
          ...queryFromInfo({ context, info, typeName: 'ReviewReport', path: ['edges', 'node'] }),
          ...reportsPage(page),
          relationLoadStrategy: 'join',
        });
        return pageOf(page, found, reportCursor);
      },
    },
    { name: 'ReviewReportConnection', description: 'A page of reports.' },
    { name: 'ReviewReportEdge', description: 'A report in a list.' },
  ),
);

const ReportReviewInput = builder.inputType('ReportReviewInput', {
  description: 'What is wrong with which review.',
  fields: (t) => ({
    reviewId: t.id({ required: true, description: 'Global id of the review.' }),
    reason: t.field({
      type: ReportReasonEnum,
      required: true,
      description: 'What is wrong with it.',
    }),
    details: t.string({
      description: 'More about it, 2,000 characters at most; needed where the reason is OTHER.',
    }),
  }),
});

const ReportReviewPayload = builder
  .objectRef<{ reviewId: string }>('ReportReviewPayload')
  .implement({
    description: 'The team has the report and looks at it.',
    fields: (t) => ({
      reviewId: t.exposeID('reviewId', { description: 'Global id of the review.' }),
    }),
  });

builder.mutationField('reportReview', (t) =>
  t.field({
    type: ReportReviewPayload,
    nullable: true,
    description: "Tells the team that someone else's review is abusive; once for each review.",
    authScopes: { signedIn: true },
    errors: {
      types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError, UnavailableError],
    },
    args: {
      input: t.arg({
        type: ReportReviewInput,
        required: true,
        description: 'What is wrong with the review.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const reviewId = plainId('Review', input.reviewId, 'reviewId');
      await reportReview(context.deps, await context.viewer(), { ...input, reviewId });
      return { reviewId: input.reviewId };
    },
  }),
);
