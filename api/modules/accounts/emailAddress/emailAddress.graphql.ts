import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import type { RequestContext } from '#api/context/context.ts';
import {
  ConflictError,
  InvalidCredentialsError,
  InvalidInputError,
  UnavailableError,
} from '#api/platform/errors.ts';
import type { Account } from '../account.ts';
import { UserType } from '../accounts.graphql.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  resendVerification,
  verifyEmail,
} from './emailAddress.ts';

const VerifyEmailInput = builder.inputType('VerifyEmailInput', {
  description: 'The link to verify an address.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The `token` parameter of the link.' }),
  }),
});

const ConfirmEmailChangeInput = builder.inputType('ConfirmEmailChangeInput', {
  description: 'The link to confirm a new address.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The `token` parameter of the link.' }),
  }),
});

const RequestEmailChangeInput = builder.inputType('RequestEmailChangeInput', {
  description: 'The new address and the current password.',
  fields: (t) => ({
    newEmail: t.string({ required: true, description: 'An address that can receive mail.' }),
    password: t.string({ required: true, description: 'The password of the account.' }),
  }),
});

interface Confirmed {
  account: Account;
  /** The same account if the viewer is signed in to it, else null. */
  own: Account | null;
}

const confirmedPayload = (name: string, description: string) =>
  builder.objectRef<Confirmed>(name).implement({
    description,
    fields: (t) => ({
      email: t.string({
        description: 'The verified address.',
        resolve: ({ account }) => account.email,
      }),
      user: t.expose('own', {
        type: UserType,
        nullable: true,
        description: 'The account as it is now; null unless you are signed in to it.',
      }),
    }),
  });

const VerifyEmailPayload = confirmedPayload('VerifyEmailPayload', 'The address is verified.');

const ConfirmEmailChangePayload = confirmedPayload(
  'ConfirmEmailChangePayload',
  'The account has its new, verified address; the old address was notified.',
);

const ResendVerificationPayload = builder
  .objectRef<{ sent: boolean; account: Account }>('ResendVerificationPayload')
  .implement({
    description: 'Whether another link was sent.',
    fields: (t) => ({
      sent: t.exposeBoolean('sent', {
        description: 'True if a message is on its way; false if the address is already verified.',
      }),
      user: t.expose('account', {
        type: UserType,
        description: 'The account as it is now.',
      }),
    }),
  });

const RequestEmailChangePayload = builder
  .objectRef<{ sentTo: string }>('RequestEmailChangePayload')
  .implement({
    description: 'A link is on its way; the address changes once it is followed.',
    fields: (t) => ({
      sentTo: t.exposeString('sentTo', { description: 'The new address, which gets the link.' }),
    }),
  });

async function confirmed(context: RequestContext, account: Account): Promise<Confirmed> {
  const viewer = await context.viewer();
  return { account, own: viewer?.id === account.id ? account : null };
}

builder.mutationFields((t) => ({
  resendVerification: t.field({
    type: ResendVerificationPayload,
    nullable: true,
    description: 'Sends you another link to verify your address; earlier ones stop working.',
    authScopes: { signedIn: true },
    errors: { types: [] },
    resolve: async (_root, _args, context) => {
      const viewer = await context.viewer();
      const sent = await resendVerification(context.deps, viewer);
      return viewer && { sent, account: viewer };
    },
  }),
}));

command('verifyEmail', {
  type: VerifyEmailPayload,
  description: 'Verifies the address that a link was sent to. A link works once.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError] },
  input: [VerifyEmailInput, 'The link that was followed.'],
  resolve: async (input, context) =>
    confirmed(context, await verifyEmail(context.deps, context, input)),
});

command('requestEmailChange', {
  type: RequestEmailChangePayload,
  description: 'Sends a link to a new address, which becomes yours when you follow it.',
  authScopes: { signedIn: true },
  errors: {
    types: [InvalidInputError, InvalidCredentialsError, ConflictError, UnavailableError],
  },
  input: [RequestEmailChangeInput, 'The new address and your password.'],
  resolve: async (input, context) => ({
    sentTo: await requestEmailChange(context.deps, await context.viewer(), input),
  }),
});

command('confirmEmailChange', {
  type: ConfirmEmailChangePayload,
  description:
    'Changes the address of an account to the one the link was sent to, and notifies the old address. A link works once.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError, ConflictError] },
  input: [ConfirmEmailChangeInput, 'The link that was followed.'],
  resolve: async (input, context) =>
    confirmed(context, await confirmEmailChange(context.deps, context, input)),
});
