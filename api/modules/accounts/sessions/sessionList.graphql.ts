import { exposed } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import type { RequestContext } from '#api/context/context.ts';
import type { Account } from '../account.ts';
import { UserType } from '../accounts.graphql.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  readSessions,
  type SessionSummary,
} from './sessionList.ts';

const SessionType = builder.objectRef<SessionSummary>('Session');

builder.node(SessionType, {
  description: 'A browser or program that is signed in. Only its owner can read it.',
  authScopes: { signedIn: true },
  brandLoadedObjects: true,
  id: {
    description: 'Global id, for `node` and `endSession`; not a credential.',
    resolve: ({ id }) => id,
  },
  loadManyWithoutCache: async (ids, context) => {
    const active = await context.session();
    return active ? readSessions(context.deps, active, ids) : ids.map(() => null);
  },
  fields: (t) =>
    exposed(t, {
      createdAt: ['DateTime', 'When the session began.'],
      device: "Browser and operating system, for example 'Chrome on Windows'.",
      address: ['String?', 'The IP address at sign-in.'],
      isCurrent: ['Boolean', 'Whether it is the session of this request.'],
    }),
});

builder.prismaObjectFields('User', (t) => ({
  sessions: t.field({
    type: [SessionType],
    nullable: true,
    description:
      'Your sessions: the current one first, then newest first; 100 at most. Null for other users.',
    resolve: async (user, _args, context) => {
      const active = await context.session();
      return active?.viewer.id === user.id ? listSessions(context.deps, active) : null;
    },
  }),
}));

async function withAccount<Ended>(
  context: RequestContext,
  ended: Ended,
): Promise<{ ended: Ended; user: Account } | null> {
  const user = await context.viewer();
  return user && { ended, user };
}

command('endSession', {
  type: payload('The session has ended.', {
    ended: ['Boolean', 'True if you had such a session.'],
    user: [UserType, 'Your account, with its remaining sessions.'],
  }),
  description: 'Ends another session of yours. For the current one, use `signOut`.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Unavailable'],
  input: ['The session to end.', 'Which session to end.'],
  fields: {
    id: idOf('session', 'It must be yours.'),
    password: ['String', 'The password of your account.'],
  },
  resolve: async (input, context) =>
    withAccount(context, await endSession(context.deps, await context.session(), input)),
});

command('endOtherSessions', {
  type: payload('Only the session of this request is left.', {
    ended: ['Int', 'Number of ended sessions.'],
    user: [UserType, 'Your account, with its one remaining session.'],
  }),
  description: 'Ends all your sessions except the current one.',
  errors: ['InvalidInput', 'InvalidCredentials', 'Unavailable'],
  input: ['The password of your account.', 'Your password, as proof of identity.'],
  fields: {
    password: ['String', 'The password of your account.'],
  },
  resolve: async (input, context) =>
    withAccount(context, await endOtherSessions(context.deps, await context.session(), input)),
});
