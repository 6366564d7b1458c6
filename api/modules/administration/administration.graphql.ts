import { builder } from '../../graphql/builder.ts';
import { plainIdOf } from '../../graphql/ids/ids.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import { MoneyType } from '../../graphql/money.ts';
import { readDays, readTasks, readTotals, type Day, type Tasks, type Totals } from './overview.ts';
import { searchAdministration, type AdminHit } from './adminSearch.ts';
import { checkSystem, type PartStatus } from './systemStatus.ts';

const TotalsType = builder.objectRef<Totals>('SiteTotals').implement({
  description: 'Current totals of the whole site.',
  fields: (t) => ({
    users: t.exposeInt('users', { description: 'Accounts, including closed ones.' }),
    activeUsers: t.exposeInt('activeUsers', { description: 'Accounts that are not closed.' }),
    adminUsers: t.exposeInt('adminUsers', { description: 'Administrators with an open account.' }),
    resorts: t.exposeInt('resorts', { description: 'Resorts in the directory.' }),
    publicListings: t.exposeInt('publicListings', { description: 'Listings on offer.' }),
    bookings: t.exposeInt('bookings', {
      description: 'Bookings that were paid, cancelled ones included, or agreed elsewhere.',
    }),
    revenue: t.expose('revenue', {
      type: [MoneyType],
      description:
        'What travelers have paid, less what they got back, as the ledger says: one amount for each currency, largest first; $0 if there is none.',
    }),
    waitingListings: t.exposeInt('waitingListings', {
      description: 'Listings with a contract that wait for verification.',
    }),
    newInquiries: t.exposeInt('newInquiries', {
      description: 'Submitted properties without an answer.',
    }),
    openReports: t.exposeInt('openReports', {
      description: 'Open reports of reviews.',
    }),
  }),
});

const TasksType = builder.objectRef<Tasks>('AdminTasks').implement({
  description: 'Open tasks of administrators, by section of the admin pages.',
  fields: (t) => ({
    verifications: t.expose('verifications', {
      type: CappedCountType,
      description: 'Listings with a contract that wait for verification.',
    }),
    inquiries: t.expose('inquiries', {
      type: CappedCountType,
      description: 'Submitted properties without an answer.',
    }),
    reports: t.expose('reports', {
      type: CappedCountType,
      description: 'Reviews with an open report.',
    }),
    organizations: t.expose('organizations', {
      type: CappedCountType,
      description: 'Organizations that wait for approval.',
    }),
    failedMails: t.expose('failedMails', {
      type: CappedCountType,
      description: 'Messages given up after all tries.',
    }),
    failedSyncs: t.expose('failedSyncs', {
      type: CappedCountType,
      description: 'Enabled providers whose last finished sync failed.',
    }),
  }),
});

const DayType = builder.objectRef<Day>('SiteDay').implement({
  description: 'New records of one day, in UTC.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day, in UTC.' }),
    registrations: t.exposeInt('registrations', { description: 'Accounts created on that day.' }),
    listings: t.exposeInt('listings', { description: 'New listings, verified or not.' }),
    bookings: t.exposeInt('bookings', {
      description: 'Bookings that were paid on that day, or agreed elsewhere.',
    }),
    revenue: t.field({
      type: MoneyType,
      description:
        'US dollars that travelers paid on that day, less what they got back. Other currencies are left out.',
      resolve: ({ revenueCents }) => ({ amount: revenueCents, currency: 'USD' }),
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

const PartType = builder.objectRef<PartStatus>('SystemPart').implement({
  description: 'Result of checking one part of Tideweek for this request.',
  fields: (t) => ({
    name: t.expose('name', { type: PartNameEnum, description: 'Which part it is.' }),
    state: t.expose('state', { type: PartStateEnum, description: 'Whether it works.' }),
    detail: t.exposeString('detail', { description: 'One sentence about it.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'The last error in plain words; kept after recovery.',
    }),
    lastErrorDetails: t.exposeString('lastErrorDetails', {
      nullable: true,
      description: 'The original error message, if `lastError` says less.',
    }),
    lastErrorAt: t.expose('lastErrorAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last error happened.',
    }),
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
    kind: t.expose('kind', { type: HitKindEnum, description: 'Kind of the hit.' }),
    databaseId: t.exposeID(
      'id',
      plainIdOf(
        ['user', 'resort', 'listing', 'booking', 'inquiry'],
        'The plain id, as in web addresses.',
      ),
    ),
    title: t.exposeString('title', { description: 'Name of what was found.' }),
    detail: t.exposeString('detail', { description: 'Tells it from others of that name.' }),
  }),
});

builder.queryFields((t) => ({
  adminSearch: t.field({
    type: [HitType],
    nullable: true,
    description:
      'Users, resorts, listings, bookings and inquiries whose names contain all words of a text, or whose plain id it is: at most 5 of each kind, newest first.',
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
    description: 'Current number of open tasks of administrators.',
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
