import { builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../context/context.ts';
import {
  InvalidCredentialsError,
  InvalidInputError,
  UnavailableError,
} from '../../platform/errors.ts';
import type { Account } from './account.ts';
import { UserType } from './accounts.graphql.ts';
import { endOtherSessions, endSession, listSessions, type SessionSummary } from './sessionList.ts';

const SessionType = builder.objectRef<SessionSummary>('Session').implement({
  description: 'A browser or program that is signed in.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Names the session for `endSession`; it opens nothing.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was signed in.',
    }),
    device: t.exposeString('device', {
      description: "Browser and system as they called themselves: 'Chrome on Windows'.",
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The IP address at sign-in.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', {
      description: 'Whether it is the one that asks.',
    }),
  }),
});

builder.prismaObjectFields('User', (t) => ({
  sessions: t.field({
    type: [SessionType],
    nullable: true,
    description:
      'Where you are signed in: this session first, then the newest; 100 at most. Null for anyone but yourself.',
    resolve: async (user, _args, context) => {
      const active = await context.session();
      return active?.viewer.id === user.id ? listSessions(context.deps, active) : null;
    },
  }),
}));

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'Which session to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The `id` of one of your sessions.' }),
    password: t.string({ required: true, description: 'The password of your account.' }),
  }),
});

const EndOtherSessionsInput = builder.inputType('EndOtherSessionsInput', {
  description: 'Proof that it is you who ends the sessions.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'The password of your account.' }),
  }),
});

const EndSessionPayload = builder
  .objectRef<{ ended: boolean; account: Account }>('EndSessionPayload')
  .implement({
    description: 'The session is no more.',
    fields: (t) => ({
      ended: t.exposeBoolean('ended', {
        description: 'True when there was such a session of yours.',
      }),
      user: t.field({
        type: UserType,
        description: 'Your account, for its remaining sessions.',
        resolve: ({ account }) => account,
      }),
    }),
  });

const EndOtherSessionsPayload = builder
  .objectRef<{ ended: number; account: Account }>('EndOtherSessionsPayload')
  .implement({
    description: 'Only the session that asked is left.',
    fields: (t) => ({
      ended: t.exposeInt('ended', { description: 'How many sessions were ended.' }),
      user: t.field({
        type: UserType,
        description: 'Your account, for its one remaining session.',
        resolve: ({ account }) => account,
      }),
    }),
  });

async function withAccount<Ended>(
  context: RequestContext,
  ended: Ended,
): Promise<{ ended: Ended; account: Account } | null> {
  const account = await context.viewer();
  return account && { ended, account };
}

builder.mutationFields((t) => ({
  endSession: t.field({
    type: EndSessionPayload,
    nullable: true,
    description: 'Signs you out somewhere else. For this session there is signOut.',
    authScopes: { signedIn: true },
    errors: { types: [InvalidInputError, InvalidCredentialsError, UnavailableError] },
    args: {
      input: t.arg({ type: EndSessionInput, required: true, description: 'The session to end.' }),
    },
    resolve: async (_root, { input }, context) =>
      withAccount(context, await endSession(context.deps, await context.session(), input)),
  }),
  endOtherSessions: t.field({
    type: EndOtherSessionsPayload,
    nullable: true,
    description: 'Signs you out everywhere but here.',
    authScopes: { signedIn: true },
    errors: { types: [InvalidInputError, InvalidCredentialsError, UnavailableError] },
    args: {
      input: t.arg({
        type: EndOtherSessionsInput,
        required: true,
        description: 'The password of your account.',
      }),
    },
    resolve: async (_root, { input }, context) =>
      withAccount(context, await endOtherSessions(context.deps, await context.session(), input)),
  }),
}));
