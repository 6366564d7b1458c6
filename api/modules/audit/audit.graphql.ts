import { adminList } from '#api/graphql/adminList.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, maybe } from '#api/graphql/exposed.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { pageOf } from '#api/platform/database/cursors.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { auditedActions } from './audit.ts';
import { auditActions, auditCursor, readAuditEntries, type ListedEntry } from './auditLog.ts';

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'An action recorded in the audit log.',
  values: Object.fromEntries(
    Object.entries(auditedActions).map(([action, description]) => [
      action.replace(/\.|(?=[A-Z])/g, '_').toUpperCase(),
      { value: action, description },
    ]),
  ),
});

const AuditEntryType = builder.objectRef<ListedEntry>('AuditEntry').implement({
  description: 'An action of a person or of Tideweek itself. Entries never change.',
  fields: (t) => ({
    number: t.exposeString('id', {
      description: 'Position in the log: a whole number, from 1 without gaps.',
    }),
    ...exposed(t, {
      at: ['DateTime', 'When the entry was written.'],
      actorName: 'Username at that time, or the part of Tideweek that acted.',
      actorFullName: [
        'String?',
        'Current first and last name of the person; null if the account is gone.',
      ],
      isByPerson: ['Boolean', 'Whether a person acted, rather than Tideweek itself.'],
      action: 'Area and verb, such as `listing.verify`.',
      subjectType: 'GraphQL type of the subject, such as `Listing`.',
      subjectId: 'Plain id or key of the subject.',
      subjectName: [
        'String?',
        'Current name of the subject; if it was deleted, its last name in the log.',
      ],
      subjectExists: ['Boolean', 'Whether the subject still exists.'],
      note: ['String?', 'The reason that was given.'],
    }),
    kind: t.field({
      type: AuditActionEnum,
      nullable: true,
      description: 'The action as an enum value; null if this version does not know it.',
      resolve: ({ action }) => (Object.hasOwn(auditedActions, action) ? action : null),
    }),
    before: t.string({
      nullable: true,
      description: 'The changed fields before the change: a JSON object. Null for something new.',
      resolve: ({ before }) => json(before),
    }),
    after: t.string({
      nullable: true,
      description:
        'The changed fields after the change: a JSON object. Null for something deleted.',
      resolve: ({ after }) => json(after),
    }),
    hash: t.string({
      description: 'SHA-256 of the entry and the hash of the previous entry, in hexadecimal.',
      resolve: ({ hash }) => hash.toString('hex'),
    }),
  }),
});

const AuditFilterInput = inputOf(
  'AuditFilter',
  'Filter of the audit log. Entries must match every given condition.',
  {
    actor: ['String?', 'Username, or part of Tideweek; case-insensitive.'],
    action: [
      'String?',
      'An action such as `listing.verify`, or all actions of an area: `listing.`.',
    ],
    subjectType: ['String?', 'GraphQL type of the subject, such as `Listing`.'],
    subjectId: ['String?', 'Plain id or key of the subject.'],
    since: ['DateTime?', 'At or after this instant.'],
    until: ['DateTime?', 'Before this instant.'],
  },
);

const [AuditEntryConnection, AuditEntryEdge] = listTypes('AuditEntry', AuditEntryType, {
  node: 'An entry of the audit log in a list.',
  page: 'A page of the audit log.',
});

builder.queryFields((t) => ({
  auditActions: t.stringList({
    nullable: true,
    description: 'Every action that occurs in the audit log, in alphabetical order.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => auditActions(deps.database),
  }),
}));

adminList('auditEntries', [AuditEntryConnection, AuditEntryEdge], {
  type: AuditEntryType,
  description: 'The audit log, newest first. `first` defaults to 12 and is at most 100.',
  args: argsOf({
    filter: [maybe(AuditFilterInput), 'Defaults to all entries.'],
  }),
  resolve: async (args, page, { deps }) => {
    const { since, until } = args.filter ?? {};
    if (since && until && since >= until) {
      throw new InvalidInputError('filter.until', 'The end must be after the beginning');
    }
    const found = await readAuditEntries(deps.database, args.filter ?? {}, page);
    return pageOf(page, found, auditCursor);
  },
});
