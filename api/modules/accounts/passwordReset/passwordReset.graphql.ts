import { command, payload } from '#api/graphql/command.ts';
import { requestPasswordReset, resetPassword } from './passwordReset.ts';

command('requestPasswordReset', {
  type: payload('The same whether or not the account exists.', {
    message: ['String', 'What happens next, as text to show.'],
  }),
  description: 'Mails a password-reset link to the address of an account, if the account exists.',
  authScopes: { public: true },
  errors: ['InvalidInput'],
  input: ['The account to send a link to.', 'The account whose password was forgotten.'],
  fields: {
    identifier: ['String', 'The e-mail address or the username.'],
  },
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
  errors: ['InvalidInput', 'Unavailable'],
  input: ['The link and the new password.', 'The link from the mail and the new password.'],
  fields: {
    token: ['String', 'The `token` parameter of the link.'],
    newPassword: [
      'String',
      '8 to 200 characters; no common password, and not made of the names of the person or the site.',
    ],
  },
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
