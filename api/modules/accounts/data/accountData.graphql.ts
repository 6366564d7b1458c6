import { command, payload } from '#api/graphql/command.ts';
import { closeAccount } from './closeAccount.ts';

command('closeAccount', {
  type: payload('The account is closed and every session of it has ended.', {
    isClosed: ['Boolean', 'Always true: the account is closed.'],
  }),
  description:
    'Deletes your account with your reviews, favorites and saved searches, and withdraws your listings. It cannot be undone.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Conflict', 'Unavailable'],
  input: ['The password and the confirmation.', 'Your password and a confirmation.'],
  fields: {
    password: ['String', 'The password of the account.'],
    confirmation: ['String', 'The word DELETE, in capitals.'],
  },
  resolve: async (input, context) => {
    await closeAccount(context.deps, await context.viewer(), input);
    context.setCookie(context.deps.sessions.blankCookie());
    context.sessionChanged(undefined);
    return { isClosed: true };
  },
});
