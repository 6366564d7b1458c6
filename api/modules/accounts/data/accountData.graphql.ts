import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import {
  ConflictError,
  InvalidCredentialsError,
  InvalidInputError,
  UnavailableError,
} from '#api/platform/errors.ts';
import { closeAccount } from './closeAccount.ts';

const CloseAccountInput = builder.inputType('CloseAccountInput', {
  description: 'Your password and a confirmation.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'The password of the account.' }),
    confirmation: t.string({ required: true, description: 'The word DELETE, in capitals.' }),
  }),
});

command('closeAccount', {
  type: payload('The account is closed and every session of it has ended.', {
    isClosed: ['Boolean', 'Always true: the account is closed.'],
  }),
  description:
    'Deletes your account with your reviews, favorites and saved searches, and withdraws your listings. It cannot be undone.',
  authScopes: { signedIn: true },
  errors: {
    types: [InvalidInputError, InvalidCredentialsError, ConflictError, UnavailableError],
  },
  input: [CloseAccountInput, 'The password and the confirmation.'],
  resolve: async (input, context) => {
    await closeAccount(context.deps, await context.viewer(), input);
    context.setCookie(context.deps.sessions.blankCookie());
    context.sessionChanged(undefined);
    return { isClosed: true };
  },
});
