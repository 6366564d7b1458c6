import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { exposed, shownType } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { capped, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { decideJob, mostGivenUp, type GivenUpJob, type JobDecision } from './givenUpJobs.ts';
import { readDays, readTotals, type Day, type Totals } from './overview.ts';
import { readTasks, type Task, type TaskKind } from './tasks.ts';
import { searchAdministration, type AdminHit } from './adminSearch.ts';
import { checkSystem, type PartStatus } from './systemStatus.ts';
import { inquiryTime } from '#common/durations.ts';

const TotalsType = shownType<Totals>('SiteTotals', {
  description: 'Current totals of the whole site.',
  fields: {
    users: ['Int', 'Accounts, including closed ones.'],
    activeUsers: ['Int', 'Accounts that are not closed.'],
    adminUsers: ['Int', 'Administrators with an open account.'],
    resorts: ['Int', 'Resorts in the directory.'],
    publicListings: ['Int', 'Listings on offer.'],
    bookings: ['Int', 'Bookings that were paid, cancelled ones included, or agreed elsewhere.'],
    revenue: [
      [MoneyType],
      'What travelers have paid, less what they got back, as the ledger says: one amount for each currency, largest first; $0 if there is none.',
    ],
    fees: [
      [MoneyType],
      'Service fees that are the site’s, in each currency, largest first; $0 if there are none. The ledger books them once a stay is paid out, or once it is off and something is kept.',
    ],
    taxes: [[MoneyType], 'Occupancy tax to hand on, in the same way.'],
    waitingListings: ['Int', 'Listings with a contract that wait for verification.'],
    newInquiries: ['Int', 'Submitted properties without an answer.'],
    openReports: ['Int', 'Open reports of reviews.'],
  },
});

const TaskKindEnum = enumOf<TaskKind>('AdminTaskKind', 'What waits for administrators.', {
  dispute: 'A booking with a reported problem.',
  lone_appeal: 'An appeal that no other administrator than the first could decide.',
  request: 'A request for a week of a provider.',
  certificate:
    'A paid stay without a guest certificate: of a week of a provider from 21 days before check-in, and of an owner from 10 days before. It is due at check-in.',
  difference: 'Something on which bookings, ledger and payment provider do not agree.',
  payout: 'An owner whose money cannot be sent.',
  refund: 'A refund that was refused and is not tried again by itself.',
  escrow: 'An escrow that could not be opened.',
  verification: 'A listing with a contract that waits for verification.',
  inquiry: `A submitted property without an answer; due ${inquiryTime} after it was sent.`,
  review_report: 'A review with an open report.',
  message_report: 'A message with an open report.',
  organization: 'An organization, or its new name, to approve.',
  mail: 'A message given up after all tries.',
  job: 'A job of the queue that no longer runs by itself; those of escrows count as escrows.',
  sync: 'An enabled provider whose last finished sync failed.',
  resort_match: 'A resort of a provider that is neither matched nor left out.',
});

const TaskType = shownType<Task>('AdminTask', {
  description: 'Tasks of one kind that wait for administrators.',
  fields: {
    kind: [TaskKindEnum, 'What kind of tasks they are.'],
    count: [CappedCountType, 'How many of the kind wait.'],
    since: ['DateTime?', 'Since when the oldest waits; null if that is not recorded.'],
    dueAt: ['DateTime?', 'When the most urgent is due; null if the kind has no deadline.'],
  },
});

const counting = (description: string, ...kinds: TaskKind[]) => ({
  type: CappedCountType,
  description,
  resolve: (tasks: readonly Task[]): CappedCount => {
    const counts = tasks.filter(({ kind }) => kinds.includes(kind)).map(({ count }) => count);
    return capped(
      counts.reduce((sum, { value }) => sum + value, 0),
      counts.some(({ isCapped }) => isCapped),
    );
  },
});

const TasksType = builder.objectRef<Task[]>('AdminTasks').implement({
  description: 'Everything that waits for administrators.',
  fields: (t) => ({
    queue: t.field({
      type: [TaskType],
      description:
        'By kind, those without a task left out: first disputes and what is due within two days, then the rest; in both, what is due or has waited longest comes first.',
      resolve: (tasks) => tasks,
    }),
    verifications: t.field(
      counting('Listings with a contract that wait for verification.', 'verification'),
    ),
    inquiries: t.field(counting('Submitted properties without an answer.', 'inquiry')),
    reports: t.field(
      counting('Reviews and messages with an open report.', 'review_report', 'message_report'),
    ),
    organizations: t.field(
      counting(
        'Organizations that wait for approval, of themselves or of a new name.',
        'organization',
      ),
    ),
    failedMails: t.field(counting('Messages given up after all tries.', 'mail')),
    failedSyncs: t.field(counting('Enabled providers whose last finished sync failed.', 'sync')),
  }),
});

const DayType = builder.objectRef<Day>('SiteDay').implement({
  description: 'New records of one day, in UTC.',
  fields: (t) => ({
    ...exposed(t, {
      date: ['Date', 'The day, in UTC.'],
      registrations: ['Int', 'Accounts created on that day.'],
      listings: ['Int', 'New listings, verified or not.'],
      bookings: ['Int', 'Bookings that were paid on that day, or agreed elsewhere.'],
    }),
    revenue: t.field({
      type: MoneyType,
      description:
        'US dollars that travelers paid on that day, less what they got back. Other currencies are left out.',
      resolve: ({ revenueCents }) => ({ amount: revenueCents, currency: 'USD' }),
    }),
    fees: t.field({
      type: MoneyType,
      description: 'Service fees in US dollars that became the site’s on that day.',
      resolve: ({ feeCents }) => ({ amount: feeCents, currency: 'USD' }),
    }),
    taxes: t.field({
      type: MoneyType,
      description: 'Occupancy tax in US dollars that was booked on that day.',
      resolve: ({ taxCents }) => ({ amount: taxCents, currency: 'USD' }),
    }),
  }),
});

const PartNameEnum = enumOf('SystemPartName', 'A part of Tideweek that can fail independently.', {
  database: 'The PostgreSQL database.',
  jobs: 'The queue of background jobs.',
  mail: 'Outgoing messages.',
  storage: 'The storage of files.',
});

const PartStateEnum = enumOf('SystemPartState', 'Whether a part of Tideweek works.', {
  ok: 'The part works.',
  warning: 'It works, but needs attention.',
  failing: 'It does not work.',
});

const GivenUpJobType = shownType<GivenUpJob>('GivenUpJob', {
  description:
    'A job of the queue that no longer runs by itself: every attempt failed, or the process ended twice while it ran.',
  fields: {
    number: 'Its number in the queue, for `decideJob`.',
    name: 'What it does, such as `send mail`.',
    givenUpAt: ['DateTime', 'When it was given up.'],
    lastError: ['String?', 'Why it was given up, in plain words; null if unknown.'],
    lastErrorDetails: ['String?', 'The original error message, if `lastError` says less.'],
  },
});

const PartType = shownType<PartStatus>('SystemPart', {
  description: 'Result of checking one part of Tideweek for this request.',
  fields: {
    name: [PartNameEnum, 'Which part it is.'],
    state: [PartStateEnum, 'Whether it works.'],
    detail: 'One sentence about it.',
    lastError: ['String?', 'The last error in plain words; kept after recovery.'],
    lastErrorDetails: ['String?', 'The original error message, if `lastError` says less.'],
    lastErrorAt: ['DateTime?', 'When the last error happened.'],
    givenUpJobs: [
      [GivenUpJobType],
      `For the jobs: those to try again or to drop, newest first, at most ${mostGivenUp}.`,
    ],
  },
});

const HitKindEnum = enumOf('AdminHitKind', 'What administrators search for.', {
  user: 'Someone with an account.',
  resort: 'A resort of the directory.',
  listing: 'A listing, on offer or not.',
  booking: 'A booking of any status.',
  inquiry: 'A property that someone submitted.',
});

const HitType = builder.objectRef<AdminHit>('AdminHit').implement({
  description: 'A hit of the administration search.',
  fields: (t) => ({
    ...exposed(t, {
      kind: [HitKindEnum, 'Kind of the hit.'],
      title: 'Name of what was found.',
      detail: 'Tells it from others of that name.',
    }),
    databaseId: t.exposeID(
      'id',
      plainIdOf(
        ['user', 'resort', 'listing', 'booking', 'inquiry'],
        'The plain id, as in web addresses.',
      ),
    ),
  }),
});

builder.queryFields((t) => ({
  adminSearch: t.field({
    type: [HitType],
    nullable: true,
    description:
      'Users, resorts, listings, bookings and inquiries whose names contain all words of a text, or whose plain id it is; bookings also by guest, owner, booking number and certificate number: at most 5 of each kind, newest first.',
    authScopes: { admin: true },
    args: argsOf({
      text: ['String', 'Search text of at most 200 characters; fewer than 2 find nothing.'],
    }),
    resolve: (_root, { text }, { deps }) => searchAdministration(deps, text),
  }),
  siteTotals: t.field({
    type: TotalsType,
    nullable: true,
    description: 'Current totals of the whole site.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => readTotals(deps),
  }),
  adminTasks: t.field({
    type: TasksType,
    nullable: true,
    description: 'Everything that waits for administrators now.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => readTasks(deps),
  }),
  siteDays: t.field({
    type: [DayType],
    nullable: true,
    description: 'New records of each of the last days, oldest first, up to today.',
    authScopes: { admin: true },
    args: argsOf({ days: ['Int', { defaultValue: 30, description: 'Number of days, 1 to 366.' }] }),
    resolve: (_root, { days }, { deps }) => readDays(deps, days),
  }),
  systemStatus: t.field({
    type: [PartType],
    nullable: true,
    description: 'Checks database, job queue, mail and storage.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => checkSystem(deps),
  }),
}));

const JobDecisionEnum = enumOf<JobDecision>(
  'JobDecision',
  'What to do with a job that no longer runs by itself.',
  {
    retry: 'It runs again now, with all its attempts.',
    drop: 'It is deleted; a message that it should have sent counts as failed.',
  },
);

command('decideJob', {
  type: payload('The job runs again, or is deleted.', {
    number: ['String', 'Number of the job.'],
  }),
  description: 'Tries a job again that no longer runs by itself, or drops it.',
  authScopes: { admin: true },
  input: ['The job and the decision.', 'A decision about a job.'],
  fields: {
    number: ['String', '`GivenUpJob.number`.'],
    decision: [JobDecisionEnum, 'What to do with it.'],
  },
  resolve: async (input, context) => {
    await decideJob(context.deps, await context.viewer(), input);
    return input;
  },
});
