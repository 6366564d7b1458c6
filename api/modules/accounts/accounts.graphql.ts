import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import type { InputTable } from '#api/graphql/inputs.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import type { RequestContext } from '#api/context/context.ts';
import { accountFields, type Account } from './account.ts';
import {
  changePassword,
  signIn,
  signOut,
  signUp,
  updateProfile,
  type SignedIn,
} from './accounts.ts';

export const UserRoleEnum = enumOf('UserRole', 'What an account may do.', {
  user: 'Rents, lists and sells weeks of their own.',
  admin: 'Runs the marketplace.',
});

/**
 * Marks types of the viewer's session: a response that contains only such types is kept in memory
 * with the session.
 */
export const ofSession = { ofSession: true } as const;

export const UserType = builder.prismaNode('User', {
  description: 'An account. Only its owner and administrators can read it.',
  nullable: true,
  authScopes: (user) => ({
    admin: true,
    self: user.id,
    tokenOf: { account: user.id, scope: 'any' },
  }),
  select: accountFields,
  id: { field: 'id', description: 'Global id, for `node`.', extensions: ofSession },
  // Resolved, not exposed: the session already loads the viewer, but Pothos would query exposed
  // fields again.
  fields: (t) => ({
    databaseId: t.id({
      ...plainIdOf('user', 'Plain id, as in the REST calls.', ofSession),
      authScopes: { public: true, token: 'any' },
      resolve: (user) => user.id,
    }),
    username: t.string({
      description: 'The name to sign in with; unique, case-insensitive.',
      extensions: ofSession,
      resolve: (user) => user.username,
    }),
    email: t.string({
      description: 'The e-mail address, also to sign in with; unique, case-insensitive.',
      extensions: ofSession,
      resolve: (user) => user.email,
    }),
    emailVerified: t.boolean({
      description: 'Whether the person followed a link sent to this address.',
      extensions: ofSession,
      resolve: (user) => user.emailVerifiedAt !== null,
    }),
    firstName: t.string({
      description: 'Given name, shown with reviews.',
      extensions: ofSession,
      resolve: (user) => user.firstName,
    }),
    lastName: t.string({
      description: 'Family name, shown with reviews.',
      extensions: ofSession,
      resolve: (user) => user.lastName,
    }),
    role: t.field({
      type: UserRoleEnum,
      description: 'What the account may do.',
      extensions: ofSession,
      resolve: (user) => user.role,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the account was created.',
      extensions: ofSession,
      resolve: (user) => user.createdAt,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: UserType,
    nullable: true,
    description:
      'Your own account; null when you are signed out. For a token, the account of its organization.',
    authScopes: { public: true, token: 'any' },
    extensions: { nullSignedOut: true, ...ofSession },
    resolve: (_root, _args, context) => context.account(),
  }),
);

const accountPayload = (description: string) =>
  payload(description, { user: [UserType, 'The account as it is now.'] });

function signedIn(
  context: RequestContext,
  { user, cookie, deviceCookie }: SignedIn,
): { user: Account } {
  context.setCookie(cookie);
  context.setCookie(deviceCookie);
  context.sessionChanged(cookie);
  return { user };
}

command('signOut', {
  type: payload('The session has ended.', {
    signedOut: ['Boolean', 'True if there was a session to end.'],
  }),
  description: 'Ends this session. Does nothing if you are signed out.',
  authScopes: { public: true },
  errors: [],
  resolve: async (_args, context) => ({ signedOut: await signOut(context) }),
});

export const newAccountFields = {
  username: ['String', '3 to 30 letters, digits, dots, dashes and underscores.'],
  email: ['String', 'An address that can receive mail.'],
  password: [
    'String',
    '8 to 200 characters; no common password, and not made of the names of the person or the site.',
  ],
  firstName: ['String', 'Given name, 80 characters at most.'],
  lastName: ['String', 'Family name, 80 characters at most.'],
} as const satisfies InputTable;

command('signUp', {
  type: accountPayload('The account was created and is signed in.'),
  description: 'Creates an account and signs it in.',
  authScopes: { public: true },
  errors: ['InvalidInput', 'Conflict', 'Unavailable'],
  input: ['The new account.', 'The fields of a new account.'],
  fields: {
    ...newAccountFields,
    idempotencyKey: idempotencyKeyOf('create one account'),
  },
  resolve: async (input, context) => signedIn(context, await signUp(context.deps, context, input)),
});

command('signIn', {
  type: accountPayload('The account is signed in.'),
  description: 'Starts a session; the response sets its cookie.',
  authScopes: { public: true },
  errors: ['InvalidInput', 'InvalidCredentials', 'Unavailable'],
  input: ['Account and password.', 'The credentials of an account.'],
  fields: {
    identifier: ['String', 'The e-mail address or the username.'],
    password: ['String', 'The password of the account.'],
  },
  resolve: async (input, context) => signedIn(context, await signIn(context.deps, context, input)),
});

command('updateProfile', {
  type: accountPayload('The profile was changed.'),
  description: 'Changes your username and name. The e-mail address stays.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Conflict'],
  input: ['The new username and name.', 'Your new username and name.'],
  fields: {
    username: ['String', '3 to 30 letters, digits, dots, dashes and underscores.'],
    firstName: ['String', 'Given name, 80 characters at most.'],
    lastName: ['String', 'Family name, 80 characters at most.'],
    password: ['String?', 'Your password; needed if the username is another, except for capitals.'],
  },
  resolve: ruleAs('user', updateProfile),
});

command('changePassword', {
  type: accountPayload('The password was changed; every other session of the account has ended.'),
  description: 'Changes your password and ends your sessions everywhere else.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Unavailable'],
  input: ['Both passwords.', 'The old and the new password.'],
  fields: {
    currentPassword: ['String', 'The current password.'],
    newPassword: [
      'String',
      '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    ],
  },
  resolve: async (input, context) =>
    signedIn(context, await changePassword(context.deps, await context.viewer(), context, input)),
});
