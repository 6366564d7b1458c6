import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { InvalidInputError, UnavailableError } from '#api/platform/errors.ts';
import { requestPasswordReset, resetPassword } from './passwordReset.ts';

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'The account whose password was forgotten.',
  fields: (t) => ({
    identifier: t.string({ required: true, description: 'The e-mail address or the username.' }),
  }),
});

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'The link from the mail and the new password.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The `token` parameter of the link.' }),
    newPassword: t.string({
      required: true,
      description:
        '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    }),
  }),
});

command('requestPasswordReset', {
  type: payload('The same whether or not the account exists.', {
    message: ['String', 'What happens next, as text to show.'],
  }),
  description: 'Mails a password-reset link to the address of an account, if the account exists.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError] },
  input: [RequestPasswordResetInput, 'The account to send a link to.'],
  resolve: async (input, context) => {
    await requestPasswordReset(context.deps, context, input);
    return {
      message: 'If there is an account, a link to choose a new password is on its way to its email',
    };
  },
});

command('resetPassword', {
  type: payload('The password was changed; every session of the account has ended.', {
    username: ['String', 'The username of the account.'],
  }),
  description: 'Sets a new password with a mailed link, and ends every session of the account.',
  authScopes: { public: true },
  errors: { types: [InvalidInputError, UnavailableError] },
  input: [ResetPasswordInput, 'The link and the new password.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    const account = await resetPassword(context.deps, context, input);
    if (viewer?.id === account.id) {
      context.setCookie(context.deps.sessions.blankCookie());
      context.sessionChanged(undefined);
    }
    return { username: account.username };
  },
});
