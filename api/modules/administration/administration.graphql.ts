import { builder } from '../../graphql/builder.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import { readDays, readTasks, readTotals, type Day, type Tasks, type Totals } from './overview.ts';
import { searchAdministration, type AdminHit } from './adminSearch.ts';
import { checkSystem, type PartStatus } from './systemStatus.ts';

const TotalsType = builder.objectRef<Totals>('SiteTotals').implement({
  description: 'Figures of the whole site as they are now.',
  fields: (t) => ({
    users: t.exposeInt('users', { description: 'Accounts, closed ones too.' }),
    activeUsers: t.exposeInt('activeUsers', { description: 'Accounts that are not closed.' }),
    adminUsers: t.exposeInt('adminUsers', { description: 'Administrators.' }),
    resorts: t.exposeInt('resorts', { description: 'Resorts in the directory.' }),
    publicListings: t.exposeInt('publicListings', { description: 'Listings that everyone sees.' }),
    bookings: t.exposeInt('bookings', { description: 'Bookings of every status.' }),
    revenueCents: t.exposeFloat('revenueCents', {
      description:
        'US cents of all bookings that are confirmed or completed; a whole number that may exceed 32 bits.',
    }),
    waitingListings: t.exposeInt('waitingListings', {
      description: 'Listings whose documents wait for the team to verify them.',
    }),
    newInquiries: t.exposeInt('newInquiries', {
      description: 'Submitted properties that nobody has answered.',
    }),
    openReports: t.exposeInt('openReports', {
      description: 'Reports of reviews that nobody has looked at.',
    }),
  }),
});

const TasksType = builder.objectRef<Tasks>('AdminTasks').implement({
  description: 'What waits for an administrator, by the sections of their screens.',
  fields: (t) => ({
    verifications: t.expose('verifications', {
      type: CappedCountType,
      description: 'Listings that wait for the team to verify them.',
    }),
    inquiries: t.expose('inquiries', {
      type: CappedCountType,
      description: 'Submitted properties that nobody has answered.',
    }),
    reports: t.expose('reports', {
      type: CappedCountType,
      description: 'Reviews with a report that nobody has looked at.',
    }),
    failedMails: t.expose('failedMails', {
      type: CappedCountType,
      description: 'Messages that were given up.',
    }),
    failedSyncs: t.expose('failedSyncs', {
      type: CappedCountType,
      description: 'Providers in use of which the last sync that ended failed.',
    }),
  }),
});

const DayType = builder.objectRef<Day>('SiteDay').implement({
  description: 'What was new on one day, in UTC.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'The day, YYYY-MM-DD.' }),
    registrations: t.exposeInt('registrations', { description: 'Accounts that were made.' }),
    listings: t.exposeInt('listings', { description: 'New listings, verified or not.' }),
    bookings: t.exposeInt('bookings', { description: 'New bookings of every status.' }),
    revenueCents: t.exposeFloat('revenueCents', {
      description: 'US cents of those bookings that are confirmed or completed now.',
    }),
  }),
});

const PartNameEnum = builder.enumType('SystemPartName', {
  description: 'A part of Tideweek that can fail by itself.',
  values: {
    DATABASE: { value: 'database', description: 'Where everything is stored.' },
    JOBS: { value: 'jobs', description: 'Work that follows changes.' },
    MAIL: { value: 'mail', description: 'Outgoing messages.' },
    STORAGE: { value: 'storage', description: 'Where files are stored.' },
  } as const,
});

const PartStateEnum = builder.enumType('SystemPartState', {
  description: 'Whether a part of Tideweek works.',
  values: {
    OK: { value: 'ok', description: 'It works as it should.' },
    WARNING: { value: 'warning', description: 'It works, and someone should look at it.' },
    FAILING: { value: 'failing', description: 'It does not work.' },
  } as const,
});

const PartType = builder.objectRef<PartStatus>('SystemPart').implement({
  description: 'How one part of Tideweek fares, as it was tried for this answer.',
  fields: (t) => ({
    name: t.expose('name', { type: PartNameEnum, description: 'Which part it is.' }),
    state: t.expose('state', { type: PartStateEnum, description: 'Whether it works.' }),
    detail: t.exposeString('detail', { description: 'One sentence about it.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'What went wrong last, in words, also when it is over.',
    }),
    lastErrorDetails: t.exposeString('lastErrorDetails', {
      nullable: true,
      description: 'What the program said then, where `lastError` says less.',
    }),
    lastErrorAt: t.expose('lastErrorAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When that went wrong.',
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
  description: 'Something that a search of the administration found.',
  fields: (t) => ({
    kind: t.expose('kind', { type: HitKindEnum, description: 'What kind of thing it is.' }),
    databaseId: t.exposeID('id', { description: 'The plain id, as in web addresses.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    detail: t.exposeString('detail', { description: 'What tells it from others of that name.' }),
  }),
});

builder.queryFields((t) => ({
  adminSearch: t.field({
    type: [HitType],
    nullable: true,
    description:
      'Users, resorts, listings, bookings and inquiries with all words of a text in their names, or with it as their plain id: 5 of each at most, the latest first.',
    authScopes: { admin: true },
    args: {
      text: t.arg.string({
        required: true,
        description: 'What to look for: 200 characters at most; fewer than 2 find nothing.',
      }),
    },
    resolve: (_root, { text }, { deps }) => searchAdministration(deps, text),
  }),
  siteTotals: t.field({
    type: TotalsType,
    nullable: true,
    description: 'Figures of the whole site as they are now.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => readTotals(deps),
  }),
  adminTasks: t.field({
    type: TasksType,
    nullable: true,
    description: 'What waits for an administrator now.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => readTasks(deps),
  }),
  siteDays: t.field({
    type: [DayType],
    nullable: true,
    description: 'What was new on each of the last days, oldest first; the last is today.',
    authScopes: { admin: true },
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 30,
        description: 'How many days, 1 to 366.',
      }),
    },
    resolve: (_root, { days }, { deps }) => readDays(deps, days),
  }),
  systemStatus: t.field({
    type: [PartType],
    nullable: true,
    description: 'Tries the database, the jobs, the mail and the storage.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => checkSystem(deps),
  }),
}));
