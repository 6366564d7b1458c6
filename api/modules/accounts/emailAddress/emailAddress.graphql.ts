import { builder } from '#api/graphql/builder.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import type { RequestContext } from '#api/context/context.ts';
import type { Account } from '../account.ts';
import { UserType } from '../accounts.graphql.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  resendVerification,
  verifyEmail,
} from './emailAddress.ts';

interface Confirmed {
  account: Account;
  /** The same account if the viewer is signed in to it, else null. */
  own: Account | null;
}

const confirmedPayload = (description: string) => (name: string) =>
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

async function confirmed(context: RequestContext, account: Account): Promise<Confirmed> {
  const viewer = await context.viewer();
  return { account, own: viewer?.id === account.id ? account : null };
}

command('resendVerification', {
  type: payload('Whether another link was sent.', {
    sent: ['Boolean', 'True if a message is on its way; false if the address is already verified.'],
    user: [UserType, 'The account as it is now.'],
  }),
  description: 'Sends you another link to verify your address; earlier ones stop working.',
  errors: [],
  resolve: async (_args, context) => {
    const user = await context.viewer();
    const sent = await resendVerification(context.deps, user);
    return user && { sent, user };
  },
});

command('verifyEmail', {
  type: confirmedPayload('The address is verified.'),
  description: 'Verifies the address that a link was sent to. A link works once.',
  authScopes: { public: true },
  errors: ['InvalidInput'],
  input: ['The link that was followed.', 'The link to verify an address.'],
  fields: {
    token: ['String', 'The `token` parameter of the link.'],
  },
  resolve: async (input, context) =>
    confirmed(context, await verifyEmail(context.deps, context, input)),
});

command('requestEmailChange', {
  type: payload('A link is on its way; the address changes once it is followed.', {
    sentTo: ['String', 'The new address, which gets the link.'],
  }),
  description: 'Sends a link to a new address, which becomes yours when you follow it.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Conflict', 'Unavailable'],
  input: ['The new address and your password.', 'The new address and the current password.'],
  fields: {
    newEmail: ['String', 'An address that can receive mail.'],
    password: ['String', 'The password of the account.'],
  },
  resolve: ruleAs('sentTo', requestEmailChange),
});

command('confirmEmailChange', {
  type: confirmedPayload(
    'The account has its new, verified address; the old address was notified.',
  ),
  description:
    'Changes the address of an account to the one the link was sent to, and notifies the old address. A link works once.',
  authScopes: { public: true },
  errors: ['InvalidInput', 'Conflict'],
  input: ['The link that was followed.', 'The link to confirm a new address.'],
  fields: {
    token: ['String', 'The `token` parameter of the link.'],
  },
  resolve: async (input, context) =>
    confirmed(context, await confirmEmailChange(context.deps, context, input)),
});
