import type { Review } from '#api/generated/prisma/client.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { columns } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { pageOf } from '#api/platform/database/cursors.ts';
import { UserType } from '#api/modules/accounts/accounts.graphql.ts';
import {
  dismissReports,
  removeReportedReview,
  removeReviewAnswer,
  reportedCursor,
  reportedPage,
} from './adminReviews.ts';
import { reviewIdPayload, ReviewReportType } from '../reviewReports.graphql.ts';

const mostReports = 50;

const ReportedReviewType = builder.prismaNode('Review', {
  variant: 'ReportedReview',
  nullable: true,
  description: 'A reported review, as administrators see it.',
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('review', 'The plain id of the review.')),
    reviewId: t.id({
      ...globalIdOf('review', 'Global id of the review, for the mutations.'),
      resolve: ({ id }) => encodeGlobalId('Review', id),
    }),
    ...columns<Review>(t, {
      rating: ['Int', '1 (poor) to 5 (excellent) stars.'],
      title: 'The headline of the review, plain text.',
      content: 'Plain text; may contain line breaks.',
      answer: [
        'String?',
        'What the owner of the booked week answered, plain text; null if nothing.',
      ],
      createdAt: ['DateTime', 'When it was published.'],
    }),
    resort: t.relation('resort', { description: 'The resort it is about.' }),
    author: t.relation('user', { type: UserType, description: 'The member who wrote it.' }),
    openReportCount: t.relationCount('reports', {
      description: 'Number of open reports; a decision must name it.',
      where: { status: 'open' },
    }),
    openReports: t.relation('reports', {
      type: ReviewReportType,
      description: `Open reports, oldest first; ${mostReports} at most.`,
      complexity: { field: 1, multiplier: 3 },
      query: {
        where: { status: 'open' },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: mostReports,
      },
    }),
  }),
});

adminList(
  'reportedReviews',
  listTypes('ReportedReview', ReportedReviewType, {
    page: 'A page of reported reviews.',
    node: 'A reported review in a list.',
  }),
  {
    type: ReportedReviewType,
    description:
      'Reviews with open reports, oldest review first. `first` defaults to 12 and is at most 100.',
    resolve: async (_args, page, context, info) => {
      const found = await context.deps.database.prisma.review.findMany({
        ...nodesOf('ReportedReview', context, info),
        ...reportedPage(page),
      });
      return pageOf(page, found, reportedCursor);
    },
  },
);

const openReports = 'The number of open reports you saw; nothing is done if it has changed.';

command('dismissReviewReports', {
  type: reviewIdPayload('All open reports of the review were dismissed.'),
  description: 'Keeps a reported review and dismisses its open reports.',
  authScopes: { admin: true },
  input: ['The review to keep.', 'A reported review to keep.'],
  fields: {
    reviewId: idOf('review'),
    openReports: ['Int', openReports],
    note: ['String?', 'For the audit log; 2,000 characters at most.'],
  },
  resolve: async (input, { deps, viewer }) => dismissReports(deps, await viewer(), input),
});

command('removeReportedReview', {
  type: reviewIdPayload('The review was removed, and the reason was mailed to its author.'),
  description: 'Upholds the reports of a review: removes it and mails the reason to its author.',
  authScopes: { admin: true },
  input: ['The review to remove, and why.', 'A reported review to remove.'],
  fields: {
    reviewId: idOf('review'),
    openReports: ['Int', openReports],
    reason: ['String', 'The reason, sent to its author; 2,000 characters at most.'],
  },
  resolve: async (input, { deps, viewer }) => removeReportedReview(deps, await viewer(), input),
});

command('removeReviewAnswer', {
  type: reviewIdPayload(
    'The answer was taken down, and the reason was mailed to the owner. The review stays.',
  ),
  description:
    'Upholds the reports of a review as reports of its answer: takes the answer down for good and mails the reason to the owner.',
  authScopes: { admin: true },
  input: [
    'The review whose answer is taken down, and why.',
    'A reported review whose answer is to be taken down.',
  ],
  fields: {
    reviewId: idOf('review'),
    openReports: ['Int', openReports],
    reason: ['String', 'The reason, sent to the owner who answered; 2,000 characters at most.'],
  },
  resolve: async (input, { deps, viewer }) => removeReviewAnswer(deps, await viewer(), input),
});
