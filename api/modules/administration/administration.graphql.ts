import { builder } from '#api/graphql/builder.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { command, payload, usualErrors } from '#api/graphql/command.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { capped, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { decideJob, mostGivenUp, type GivenUpJob, type JobDecision } from './givenUpJobs.ts';
import { readDays, readTotals, type Day, type Totals } from './overview.ts';
import { readTasks, type Task, type TaskKind } from './tasks.ts';
import { searchAdministration, type AdminHit } from './adminSearch.ts';
import { checkSystem, type PartStatus } from './systemStatus.ts';

const TotalsType = builder.objectRef<Totals>('SiteTotals').implement({
  description: 'Current totals of the whole site.',
  fields: (t) =>
    exposed(t, {
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
    }),
});

const TaskKindEnum = builder.enumType('AdminTaskKind', {
  description: 'What waits for administrators.',
  values: {
    DISPUTE: { value: 'dispute', description: 'A booking with a reported problem.' },
    REQUEST: { value: 'request', description: 'A request for a week of a provider.' },
    CERTIFICATE: {
      value: 'certificate',
      description:
        'A paid stay without a guest certificate: of a week of a provider from 21 days before check-in, and of an owner from 10 days before. It is due at check-in.',
    },
    DIFFERENCE: {
      value: 'difference',
      description: 'Something on which bookings, ledger and payment provider do not agree.',
    },
    PAYOUT: { value: 'payout', description: 'An owner whose money cannot be sent.' },
    ESCROW: { value: 'escrow', description: 'An escrow that could not be opened.' },
    VERIFICATION: {
      value: 'verification',
      description: 'A listing with a contract that waits for verification.',
    },
    INQUIRY: {
      value: 'inquiry',
      description: 'A submitted property without an answer; due 24 hours after it was sent.',
    },
    REVIEW_REPORT: { value: 'review_report', description: 'A review with an open report.' },
    MESSAGE_REPORT: { value: 'message_report', description: 'A message with an open report.' },
    ORGANIZATION: {
      value: 'organization',
      description: 'An organization, or its new name, to approve.',
    },
    MAIL: { value: 'mail', description: 'A message given up after all tries.' },
    JOB: {
      value: 'job',
      description:
        'A job of the queue that no longer runs by itself; those of escrows count as escrows.',
    },
    SYNC: { value: 'sync', description: 'An enabled provider whose last finished sync failed.' },
    RESORT_MATCH: {
      value: 'resort_match',
      description: 'A resort of a provider that is neither matched nor left out.',
    },
  } satisfies Record<Uppercase<TaskKind>, { value: TaskKind; description: string }>,
});

const TaskType = builder.objectRef<Task>('AdminTask').implement({
  description: 'Tasks of one kind that wait for administrators.',
  fields: (t) =>
    exposed(t, {
      kind: [TaskKindEnum, 'What kind of tasks they are.'],
      count: [CappedCountType, 'How many of the kind wait.'],
      since: ['DateTime?', 'Since when the oldest waits; null if that is not recorded.'],
      dueAt: ['DateTime?', 'When the most urgent is due; null if the kind has no deadline.'],
    }),
});

/** A field that counts the tasks of some kinds. */
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

const PartNameEnum = builder.enumType('SystemPartName', {
  description: 'A part of Tideweek that can fail independently.',
  values: {
    DATABASE: { value: 'database', description: 'The PostgreSQL database.' },
    JOBS: { value: 'jobs', description: 'The queue of background jobs.' },
    MAIL: { value: 'mail', description: 'Outgoing messages.' },
    STORAGE: { value: 'storage', description: 'The storage of files.' },
  } as const,
});

const PartStateEnum = builder.enumType('SystemPartState', {
  description: 'Whether a part of Tideweek works.',
  values: {
    OK: { value: 'ok', description: 'The part works.' },
    WARNING: { value: 'warning', description: 'It works, but needs attention.' },
    FAILING: { value: 'failing', description: 'It does not work.' },
  } as const,
});

const GivenUpJobType = builder.objectRef<GivenUpJob>('GivenUpJob').implement({
  description:
    'A job of the queue that no longer runs by itself: every attempt failed, or the process ended twice while it ran.',
  fields: (t) =>
    exposed(t, {
      number: 'Its number in the queue, for `decideJob`.',
      name: 'What it does, such as `send mail`.',
      givenUpAt: ['DateTime', 'When it was given up.'],
      lastError: ['String?', 'Why it was given up, in plain words; null if unknown.'],
      lastErrorDetails: ['String?', 'The original error message, if `lastError` says less.'],
    }),
});

const PartType = builder.objectRef<PartStatus>('SystemPart').implement({
  description: 'Result of checking one part of Tideweek for this request.',
  fields: (t) =>
    exposed(t, {
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
    }),
});

const HitKindEnum = builder.enumType('AdminHitKind', {
  description: 'What administrators search for.',
  values: {
    USER: { value: 'user', description: 'Someone with an account.' },
    RESORT: { value: 'resort', description: 'A resort of the directory.' },
    LISTING: { value: 'listing', description: 'A listing, on offer or not.' },
    BOOKING: { value: 'booking', description: 'A booking of any status.' },
    INQUIRY: { value: 'inquiry', description: 'A property that someone submitted.' },
  } as const,
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
    args: {
      text: t.arg.string({
        required: true,
        description: 'Search text of at most 200 characters; fewer than 2 find nothing.',
      }),
    },
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
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 30,
        description: 'Number of days, 1 to 366.',
      }),
    },
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

const JobDecisionEnum = builder.enumType('JobDecision', {
  description: 'What to do with a job that no longer runs by itself.',
  values: {
    RETRY: { value: 'retry', description: 'It runs again now, with all its attempts.' },
    DROP: {
      value: 'drop',
      description: 'It is deleted; a message that it should have sent counts as failed.',
    },
  } satisfies Record<Uppercase<JobDecision>, { value: JobDecision; description: string }>,
});

const DecideJobInput = builder.inputType('DecideJobInput', {
  description: 'A decision about a job.',
  fields: (t) => ({
    number: t.string({ required: true, description: '`GivenUpJob.number`.' }),
    decision: t.field({
      type: JobDecisionEnum,
      required: true,
      description: 'What to do with it.',
    }),
  }),
});

command('decideJob', {
  type: payload('The job runs again, or is deleted.', {
    number: ['String', 'Number of the job.'],
  }),
  description: 'Tries a job again that no longer runs by itself, or drops it.',
  authScopes: { admin: true },
  errors: usualErrors,
  input: [DecideJobInput, 'The job and the decision.'],
  resolve: async (input, context) => {
    await decideJob(context.deps, await context.viewer(), input);
    return input;
  },
});
