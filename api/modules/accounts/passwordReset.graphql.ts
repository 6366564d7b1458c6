import { builder } from '../../graphql/builder.ts';
import { InvalidInputError, UnavailableError } from '../../platform/errors.ts';
import { requestPasswordReset, resetPassword } from './passwordReset.ts';

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'Whose password is forgotten.',
  fields: (t) => ({
    identifier: t.string({ required: true, description: 'The e-mail address or the username.' }),
  }),
});

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'The link from the mail and the new password.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The `token` of the address of the link.' }),
    newPassword: t.string({
      required: true,
      description:
        '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    }),
  }),
});

const RequestPasswordResetPayload = builder
  .objectRef<{ message: string }>('RequestPasswordResetPayload')
  .implement({
    description: 'The same whether or not there is such an account.',
    fields: (t) => ({
      message: t.exposeString('message', { description: 'What happens next, for people.' }),
    }),
  });

const ResetPasswordPayload = builder
  .objectRef<{ username: string }>('ResetPasswordPayload')
  .implement({
    description: 'The password was changed; every session of the account has ended.',
    fields: (t) => ({
      username: t.exposeString('username', { description: 'The name to sign in with now.' }),
    }),
  });

builder.mutationFields((t) => ({
  requestPasswordReset: t.field({
    type: RequestPasswordResetPayload,
    description: 'Sends a link to a new password to the address of an account, if there is one.',
    authScopes: { public: true },
    errors: { types: [InvalidInputError, UnavailableError] },
    args: {
      input: t.arg({
        type: RequestPasswordResetInput,
        required: true,
        description: 'The account in question.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      await requestPasswordReset(context.deps, context, input);
      return {
        message:
          'If there is an account, a link to choose a new password is on its way to its email',
      };
    },
  }),
  resetPassword: t.field({
    type: ResetPasswordPayload,
    description:
      'Sets a new password by a link that was mailed, and ends every session of the account.',
    authScopes: { public: true },
    errors: { types: [InvalidInputError, UnavailableError] },
    args: {
      input: t.arg({
        type: ResetPasswordInput,
        required: true,
        description: 'The link and the password to have from now on.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const viewer = await context.viewer();
      const account = await resetPassword(context.deps, context, input);
      if (viewer?.id === account.id) {
        context.setCookie(context.deps.sessions.blankCookie());
        context.sessionChanged(undefined);
      }
      return { username: account.username };
    },
  }),
}));
