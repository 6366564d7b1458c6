import { listTypes } from '#api/graphql/listTypes.ts';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { pageOf } from '#api/platform/database/cursors.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { reportCursor, reportReview, reportsPage, type ReportReason } from './reviewReports.ts';
import { ReviewType } from './reviews.graphql.ts';

const ReportReasonEnum = enumOf('ReviewReportReason', 'What is wrong with a review.', {
  SPAM: 'Spam or advertising.',
  OFFENSIVE: 'Insults, hate or threats.',
  PRIVATE_DATA: "Someone's private details.",
  NOT_GENUINE: 'Not about a genuine stay.',
  OTHER: 'Something else; see the details.',
});

const ReportStatusEnum = enumOf('ReviewReportStatus', 'The state of a report.', {
  open: 'Not decided yet.',
  dismissed: 'The review was kept.',
  upheld: 'The review was found abusive.',
});

export const ReviewReportType = builder.prismaNode('ReviewReport', {
  description: 'A report that a review is abusive. Only administrators can read it.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true, status: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    reason: t.field({
      type: ReportReasonEnum,
      description: 'Why the review was reported.',
      select: { reason: true },
      resolve: (report) => report.reason as ReportReason,
    }),
    details: t.exposeString('details', { description: 'More about it; may be empty.' }),
    status: t.field({
      type: ReportStatusEnum,
      description: 'Whether it is open, dismissed or upheld.',
      resolve: (report) => report.status,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    review: t.relation('review', { type: ReviewType, description: 'The review it is about.' }),
    reporter: t.relation('reporter', { type: UserType, description: 'The member who sent it.' }),
  }),
});

adminList(
  'reviewReports',
  listTypes('ReviewReport', ReviewReportType, {
    page: 'A page of reports.',
    node: 'A report in a list.',
  }),
  {
    type: ReviewReportType,
    description:
      'Reports of abusive reviews, open ones first and then the newest. `first` defaults to 12 and is at most 100.',
    resolve: async (_args, page, context, info) => {
      const found = await context.deps.database.prisma.reviewReport.findMany({
        ...nodesOf('ReviewReport', context, info),
        ...reportsPage(page),
      });
      return pageOf(page, found, reportCursor);
    },
  },
);

export const reviewIdPayload = (description: string) => (name: string) =>
  builder.objectRef<{ reviewId: string }>(name).implement({
    description,
    fields: (t) => ({
      reviewId: t.id({
        ...globalIdOf('review', 'Global id of the review.'),
        resolve: ({ reviewId }) => encodeGlobalId('Review', reviewId),
      }),
    }),
  });

command('reportReview', {
  type: reviewIdPayload('The report was sent to the team.'),
  description:
    "Reports another member's review, or the answer to a review, as abusive, once per review.",
  input: ['The review, and what is wrong with it.', 'A review to report.'],
  fields: {
    reviewId: idOf('review'),
    reason: [ReportReasonEnum, 'What is wrong with it.'],
    details: [
      'String?',
      'More about it, 2,000 characters at most; required if the reason is OTHER.',
    ],
  },
  resolve: async (input, context) => {
    await reportReview(context.deps, await context.viewer(), input);
    return input;
  },
});
