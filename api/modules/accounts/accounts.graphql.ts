import { builder } from '#api/graphql/builder.ts';
import { payloadOf } from '#api/graphql/payloadOf.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import {
  ConflictError,
  InvalidCredentialsError,
  InvalidInputError,
  UnavailableError,
} from '#api/platform/errors.ts';
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

const SignUpInput = builder.inputType('SignUpInput', {
  description: 'The fields of a new account.',
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
    idempotencyKey: t.string(idempotencyKeyOf('create one account')),
  }),
});

const SignInInput = builder.inputType('SignInInput', {
  description: 'The credentials of an account.',
  fields: (t) => ({
    identifier: t.string({ required: true, description: 'The e-mail address or the username.' }),
    password: t.string({ required: true, description: 'The password of the account.' }),
  }),
});

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The old and the new password.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({
      required: true,
      description:
        '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    }),
  }),
});

const UpdateProfileInput = builder.inputType('UpdateProfileInput', {
  description: 'Your new username and name.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: '3 to 30 letters, digits, dots, dashes and underscores.',
    }),
    firstName: t.string({ required: true, description: 'Given name, 80 characters at most.' }),
    lastName: t.string({ required: true, description: 'Family name, 80 characters at most.' }),
    password: t.string({
      description: 'Your password; needed if the username is another, except for capitals.',
    }),
  }),
});

const accountPayload = (name: string, description: string) =>
  payloadOf<{ user: Account }>(name, description, {
    user: { type: UserType, description: 'The account as it is now.' },
  });

const SignUpPayload = accountPayload('SignUpPayload', 'The account was created and is signed in.');
const SignInPayload = accountPayload('SignInPayload', 'The account is signed in.');
const ChangePasswordPayload = accountPayload(
  'ChangePasswordPayload',
  'The password was changed; every other session of the account has ended.',
);

const UpdateProfilePayload = accountPayload('UpdateProfilePayload', 'The profile was changed.');

/** Sets the cookies of a new session, and uses it for the rest of this operation. */
function signedIn(
  context: RequestContext,
  { user, cookie, deviceCookie }: SignedIn,
): { user: Account } {
  context.setCookie(cookie);
  context.setCookie(deviceCookie);
  context.sessionChanged(cookie);
  return { user };
}

builder.mutationFields((t) => ({
  signOut: t.field({
    type: payloadOf<{ signedOut: boolean }>('SignOutPayload', 'The session has ended.', {
      signedOut: { type: 'Boolean', description: 'True if there was a session to end.' },
    }),
    nullable: true,
    description: 'Ends this session. Does nothing if you are signed out.',
    authScopes: { public: true },
    errors: { types: [] },
    resolve: async (_root, _args, context) => ({ signedOut: await signOut(context) }),
  }),
}));

command('signUp', {
  type: SignUpPayload,
  description: 'Creates an account and signs it in.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError, ConflictError, UnavailableError] },
  input: [SignUpInput, 'The new account.'],
  resolve: async (input, context) => signedIn(context, await signUp(context.deps, context, input)),
});

command('signIn', {
  type: SignInPayload,
  description: 'Starts a session; the response sets its cookie.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError, InvalidCredentialsError, UnavailableError] },
  input: [SignInInput, 'Account and password.'],
  resolve: async (input, context) => signedIn(context, await signIn(context.deps, context, input)),
});

command('updateProfile', {
  type: UpdateProfilePayload,
  description: 'Changes your username and name. The e-mail address stays.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, InvalidCredentialsError, ConflictError] },
  input: [UpdateProfileInput, 'The new username and name.'],
  resolve: async (input, context) => {
    const user = await updateProfile(context.deps, await context.viewer(), input);
    return { user };
  },
});

command('changePassword', {
  type: ChangePasswordPayload,
  description: 'Changes your password and ends your sessions everywhere else.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, InvalidCredentialsError, UnavailableError] },
  input: [ChangePasswordInput, 'Both passwords.'],
  resolve: async (input, context) =>
    signedIn(context, await changePassword(context.deps, await context.viewer(), context, input)),
});
