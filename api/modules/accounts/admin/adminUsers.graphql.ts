import { builder } from '#api/graphql/builder.ts';
import { payloadOf } from '#api/graphql/payloadOf.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '#api/platform/errors.ts';
import type { Account } from '../account.ts';
import { UserRoleEnum, UserType } from '../accounts.graphql.ts';
import { addAccount } from '../accounts.ts';
import { deleteUser, endUserSessions, updateUser } from './adminUsers.ts';
import { listUsers, readAdministration, type UserAdministration } from './userDirectory.ts';

const UserAdministrationType = builder
  .objectRef<UserAdministration>('UserAdministration')
  .implement({
    description: 'What an administrator needs to know before changing an account.',
    authScopes: { admin: true },
    fields: (t) => ({
      version: t.exposeInt('version', {
        description: 'Grows when name, username, e-mail address or role change; for `updateUser`.',
      }),
      bookings: t.exposeInt('bookings', { description: 'Number of bookings of the person.' }),
      listings: t.exposeInt('listings', { description: 'Number of listings of the person.' }),
    }),
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

builder.queryField('users', (t) =>
  t.connection(
    {
      type: UserType,
      nullable: true,
      description: 'Open accounts. `first` defaults to 12 and is at most 100. For administrators.',
      authScopes: { admin: true },
      complexity: pageCost,
      args: {
        search: t.arg.string({
          description:
            'Words that must each occur in the name, the username or the e-mail address. Words of one or two letters match only at the start of a word.',
        }),
        role: t.arg({ type: UserRoleEnum, description: 'Only accounts with this role.' }),
        sort: t.arg({
          type: UserSortEnum,
          required: true,
          defaultValue: 'NEWEST',
          description: 'The order of the list.',
        }),
      },
      resolve: async (_root, { search, role, sort, ...args }, context) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        return listUsers(context.deps, await context.viewer(), { search, role, sort }, page);
      },
    },
    UserConnection,
    UserEdge,
  ),
);

const AddUserInput = builder.inputType('AddUserInput', {
  description: 'An account for someone else.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: '3 to 30 letters, digits, dots, dashes and underscores.',
    }),
    email: t.string({ required: true, description: 'An address that can receive mail.' }),
    password: t.string({
      required: true,
      description:
        '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    }),
    firstName: t.string({ required: true, description: 'Given name, 80 characters at most.' }),
    lastName: t.string({ required: true, description: 'Family name, 80 characters at most.' }),
    role: t.field({
      type: UserRoleEnum,
      required: true,
      description: 'USER; an account becomes ADMIN by `updateUser`, after its address is verified.',
    }),
    idempotencyKey: t.string(idempotencyKeyOf('create one account')),
  }),
});

const version =
  'The version you read (`administration.version`). If it is not the latest, nothing is changed. If omitted, versions are not compared.';

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'The changes to an account; omitted fields stay.',
  fields: (t) => ({
    userId: t.id({ required: true, ...idOf('user') }),
    version: t.int({ description: version }),
    username: t.string({ description: '3 to 30 letters, digits, dots, dashes and underscores.' }),
    email: t.string({
      description: 'A new address must be verified again; the old address is notified.',
    }),
    firstName: t.string({ description: 'Given name, 80 characters at most.' }),
    lastName: t.string({ description: 'Family name, 80 characters at most.' }),
    role: t.field({
      type: UserRoleEnum,
      description: 'A new role ends all sessions. ADMIN needs a verified address.',
    }),
    password: t.string({
      description:
        'Your own password; needed for the role ADMIN, and for another username or address.',
    }),
  }),
});

const DeleteUserInput = builder.inputType('DeleteUserInput', {
  description: 'An account to delete.',
  fields: (t) => ({
    userId: t.id({ required: true, ...idOf('user') }),
    version: t.int({ description: version }),
  }),
});

const EndUserSessionsInput = builder.inputType('EndUserSessionsInput', {
  description: 'The user to sign out.',
  fields: (t) => ({
    userId: t.id({ required: true, ...idOf('user') }),
  }),
});

const EndUserSessionsPayload = builder
  .objectRef<{ user: Account; ended: number }>('EndUserSessionsPayload')
  .implement({
    description: 'The account is signed out everywhere.',
    fields: (t) => ({
      user: t.expose('user', {
        type: UserType,
        description: 'The account, which did not change.',
      }),
      ended: t.exposeInt('ended', { description: 'Number of ended sessions.' }),
    }),
  });

const userPayload = (name: string, description: string) =>
  payloadOf<{ user: Account }>(name, description, {
    user: { type: UserType, description: 'The account as it is now.' },
  });

const AddUserPayload = userPayload(
  'AddUserPayload',
  'The account was created; a link to verify its address is on its way.',
);
const UpdateUserPayload = userPayload('UpdateUserPayload', 'The account was changed.');

const DeleteUserPayload = builder
  .objectRef<{ deletedUserId: string; isDeactivated: boolean }>('DeleteUserPayload')
  .implement({
    description: 'The account was deleted or anonymized; nobody can sign in with it.',
    fields: (t) => ({
      deletedUserId: t.exposeID('deletedUserId', globalIdOf('user', 'Global id of the account.')),
      isDeactivated: t.exposeBoolean('isDeactivated', {
        description:
          'Whether the account was only anonymized, since bookings or listings refer to it.',
      }),
    }),
  });

const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

command('addUser', {
  type: AddUserPayload,
  description: 'Creates an account for someone else.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, ConflictError, ForbiddenError, UnavailableError] },
  input: [AddUserInput, 'The account to create.'],
  resolve: async (input, context) => ({
    user: await addAccount(context.deps, await context.viewer(), input),
  }),
});

command('updateUser', {
  type: UpdateUserPayload,
  description: "Changes someone's account.",
  authScopes: { admin: true },
  errors: {
    types: [
      InvalidInputError,
      InvalidCredentialsError,
      NotFoundError,
      ForbiddenError,
      ConflictError,
    ],
  },
  input: [UpdateUserInput, 'What to change.'],
  resolve: async (input, context) => ({
    user: await updateUser(context.deps, await context.viewer(), given(input)),
  }),
});

command('deleteUser', {
  type: DeleteUserPayload,
  description:
    "Deletes someone's account; never your own, and never that of the last administrator.",
  authScopes: { admin: true },
  errors: {
    types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError, UnavailableError],
  },
  input: [DeleteUserInput, 'What to delete.'],
  resolve: async (input, context) => {
    const removal = await deleteUser(context.deps, await context.viewer(), input);
    return {
      deletedUserId: encodeGlobalId('User', input.userId),
      isDeactivated: removal === 'deactivated',
    };
  },
});

command('endUserSessions', {
  type: EndUserSessionsPayload,
  description: 'Signs someone else out on every device.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
  input: [EndUserSessionsInput, 'The user to sign out.'],
  resolve: async (input, context) => endUserSessions(context.deps, await context.viewer(), input),
});
