import { builder } from '../../graphql/builder.ts';
import { defaultPageSize, maxPageSize } from '../../graphql/limits.ts';
import { pageOf, readPageArgs } from '../../platform/cursors.ts';
import { InvalidInputError } from '../../platform/errors.ts';
import { auditedActions } from './audit.ts';
import { auditActions, auditCursor, readAuditEntries, type ListedEntry } from './auditLog.ts';

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What an entry of the audit log can tell of.',
  values: Object.fromEntries(
    Object.entries(auditedActions).map(([action, description]) => [
      action.replace(/\.|(?=[A-Z])/g, '_').toUpperCase(),
      { value: action, description },
    ]),
  ),
});

const AuditEntryType = builder.objectRef<ListedEntry>('AuditEntry').implement({
  description: 'What someone did, or what Tideweek did by itself. Entries never change.',
  fields: (t) => ({
    number: t.exposeString('id', {
      description: 'Its place in the log, from 1 without gaps; a whole number.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was written.' }),
    actorName: t.exposeString('actorName', {
      description: 'Username at that time, or the part of Tideweek that did it.',
    }),
    actorFullName: t.exposeString('actorFullName', {
      nullable: true,
      description:
        'First and last name of the person as they are now; null where the account is gone.',
    }),
    isByPerson: t.exposeBoolean('isByPerson', {
      description: 'Whether a person did it, and not Tideweek by itself.',
    }),
    action: t.exposeString('action', { description: 'Area and verb, such as `listing.verify`.' }),
    kind: t.field({
      type: AuditActionEnum,
      nullable: true,
      description: 'The same as a value; null where this version does not know the action.',
      resolve: ({ action }) => (Object.hasOwn(auditedActions, action) ? action : null),
    }),
    subjectType: t.exposeString('subjectType', {
      description: 'Type of what it was done to, such as `Listing`.',
    }),
    subjectId: t.exposeString('subjectId', { description: 'Plain id or key of it.' }),
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      description: 'What it is called; of what is gone, what the log called it.',
    }),
    subjectExists: t.exposeBoolean('subjectExists', {
      description: 'Whether it is still there to be looked at.',
    }),
    before: t.string({
      nullable: true,
      description: 'What changed, as it was: a JSON object. Null for something new.',
      resolve: ({ before }) => json(before),
    }),
    after: t.string({
      nullable: true,
      description: 'What changed, as it was from then on: a JSON object. Null for something gone.',
      resolve: ({ after }) => json(after),
    }),
    note: t.exposeString('note', { nullable: true, description: 'The reason that was given.' }),
    hash: t.string({
      description: 'SHA-256 over the entry and the hash of the one before, in hexadecimal.',
      resolve: ({ hash }) => hash.toString('hex'),
    }),
  }),
});

const AuditFilterInput = builder.inputType('AuditFilter', {
  description: 'Which entries; all conditions that are given must hold.',
  fields: (t) => ({
    actor: t.string({ description: 'Username of who did it; capitals don’t matter.' }),
    action: t.string({
      description: 'An action such as `listing.verify`, or an area with a dot: `listing.`.',
    }),
    subjectType: t.string({ description: 'Type of what it was done to, such as `Listing`.' }),
    subjectId: t.string({ description: 'Plain id or key of what it was done to.' }),
    since: t.field({ type: 'DateTime', description: 'From this instant on.' }),
    until: t.field({ type: 'DateTime', description: 'Before this instant.' }),
  }),
});

const AuditEntryEdge = builder.edgeObject({
  type: AuditEntryType,
  name: 'AuditEntryEdge',
  description: 'An entry of the audit log in a list.',
});

const AuditEntryConnection = builder.connectionObject(
  {
    type: AuditEntryType,
    name: 'AuditEntryConnection',
    description: 'A page of the audit log.',
  },
  AuditEntryEdge,
);

builder.queryFields((t) => ({
  auditEntries: t.connection(
    {
      type: AuditEntryType,
      nullable: true,
      description: 'The audit log, newest first. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      args: {
        filter: t.arg({
          type: AuditFilterInput,
          description: 'Defaults to all entries.',
        }),
      },
      resolve: async (_root, args, { deps }) => {
        const { since, until } = args.filter ?? {};
        if (since && until && since >= until) {
          throw new InvalidInputError([
            { field: 'filter.until', message: 'The end must be after the beginning' },
          ]);
        }
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await readAuditEntries(deps.database, args.filter ?? {}, page);
        return pageOf(page, found, auditCursor);
      },
    },
    AuditEntryConnection,
    AuditEntryEdge,
  ),
  auditActions: t.stringList({
    nullable: true,
    description: 'Every action that occurs in the audit log, in the order of the alphabet.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => auditActions(deps.database),
  }),
}));
