import { adminList } from '#api/graphql/adminList.ts';
import { maybe, shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { newAccountFields, UserRoleEnum, UserType } from '../accounts.graphql.ts';
import { addAccount } from '../accounts.ts';
import { deleteUser, endUserSessions, updateUser } from './adminUsers.ts';
import { listUsers, readAdministration, type UserAdministration } from './userDirectory.ts';

const UserAdministrationType = shownType<UserAdministration>('UserAdministration', {
  description: 'What an administrator needs to know before changing an account.',
  authScopes: { admin: true },
  fields: {
    version: ['Int', 'Grows when name, username, e-mail address or role change; for `updateUser`.'],
    bookings: ['Int', 'Number of bookings of the person.'],
    listings: ['Int', 'Number of listings of the person.'],
  },
});

builder.prismaObjectField(UserType, 'administration', (t) =>
  t.field({
    type: UserAdministrationType,
    nullable: true,
    description: 'What depends on the account. For administrators only.',
    authScopes: { admin: true },
    resolve: (user, _args, { deps }) =>
      (user as { administration?: UserAdministration }).administration ??
      readAdministration(deps, user.id),
  }),
);

const UserSortEnum = enumOf(
  'UserSort',
  'Orders of the list of users. Every order is total, so pages never overlap.',
  {
    NEWEST: 'Latest registration first.',
    OLDEST: 'Earliest registration first.',
    NAME: 'By first and last name, A to Z.',
    NAME_DESCENDING: 'By first and last name, Z to A.',
    USERNAME: 'By username, A to Z.',
    USERNAME_DESCENDING: 'By username, Z to A.',
    EMAIL: 'By e-mail address, A to Z.',
    EMAIL_DESCENDING: 'By e-mail address, Z to A.',
  },
);

const [UserConnection, UserEdge] = listTypes('User', UserType, {
  node: 'A user in a list.',
  page: 'A page of users.',
  totalCount: 'Number of users in the whole list.',
});

adminList('users', [UserConnection, UserEdge], {
  type: UserType,
  description: 'Open accounts. `first` defaults to 12 and is at most 100. For administrators.',
  args: argsOf({
    search: [
      'String?',
      'Words that must each occur in the name, the username or the e-mail address. Words of one or two letters match only at the start of a word.',
    ],
    role: [maybe(UserRoleEnum), 'Only accounts with this role.'],
    sort: [UserSortEnum, { defaultValue: 'NEWEST', description: 'The order of the list.' }],
  }),
  resolve: async ({ search, role, sort }, page, context) => {
    return listUsers(context.deps, await context.viewer(), { search, role, sort }, page);
  },
});

const version =
  'The version you read (`administration.version`). If it is not the latest, nothing is changed. If omitted, versions are not compared.';

const userPayload = (description: string) =>
  payload(description, { user: [UserType, 'The account as it is now.'] });

const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

command('addUser', {
  type: userPayload('The account was created; a link to verify its address is on its way.'),
  description: 'Creates an account for someone else.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Conflict', 'Forbidden', 'Unavailable'],
  input: ['The account to create.', 'An account for someone else.'],
  fields: {
    ...newAccountFields,
    role: [
      UserRoleEnum,
      'USER; an account becomes ADMIN by `updateUser`, after its address is verified.',
    ],
    idempotencyKey: idempotencyKeyOf('create one account'),
  },
  resolve: ruleAs('user', addAccount),
});

command('updateUser', {
  type: userPayload('The account was changed.'),
  description: "Changes someone's account.",
  authScopes: { admin: true },
  errors: ['InvalidInput', 'InvalidCredentials', 'NotFound', 'Forbidden', 'Conflict'],
  input: ['What to change.', 'The changes to an account; omitted fields stay.'],
  fields: {
    userId: idOf('user'),
    version: ['Int?', version],
    username: ['String?', '3 to 30 letters, digits, dots, dashes and underscores.'],
    email: ['String?', 'A new address must be verified again; the old address is notified.'],
    firstName: ['String?', 'Given name, 80 characters at most.'],
    lastName: ['String?', 'Family name, 80 characters at most.'],
    role: [maybe(UserRoleEnum), 'A new role ends all sessions. ADMIN needs a verified address.'],
    password: [
      'String?',
      'Your own password; needed for the role ADMIN, and for another username or address.',
    ],
  },
  resolve: async (input, context) => ({
    user: await updateUser(context.deps, await context.viewer(), given(input)),
  }),
});

command('deleteUser', {
  type: payload('The account was deleted or anonymized; nobody can sign in with it.', {
    deletedUserId: globalIdOf('user', 'Global id of the account.'),
    isDeactivated: [
      'Boolean',
      'Whether the account was only anonymized, since bookings or listings refer to it.',
    ],
  }),
  description:
    "Deletes someone's account; never your own, and never that of the last administrator.",
  authScopes: { admin: true },
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['What to delete.', 'An account to delete.'],
  fields: {
    userId: idOf('user'),
    version: ['Int?', version],
  },
  resolve: async (input, context) => {
    const removal = await deleteUser(context.deps, await context.viewer(), input);
    return {
      deletedUserId: encodeGlobalId('User', input.userId),
      isDeactivated: removal === 'deactivated',
    };
  },
});

command('endUserSessions', {
  type: payload('The account is signed out everywhere.', {
    user: [UserType, 'The account, which did not change.'],
    ended: ['Int', 'Number of ended sessions.'],
  }),
  description: 'Signs someone else out on every device.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  input: ['The user to sign out.', 'The user to sign out.'],
  fields: { userId: idOf('user') },
  resolve: async (input, context) => endUserSessions(context.deps, await context.viewer(), input),
});
