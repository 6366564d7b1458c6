import { z } from 'zod';
import type { RequestContext } from '#api/context/context.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import type { RestAnswer, RestRoute } from '#api/rest/route.ts';
import type { Account } from './account.ts';
import { addAccount, signIn, signOut, signUp, type SignedIn } from './accounts.ts';

const identifierNames = ['identifier', 'emailOrUsername', 'username', 'email'];

function signedIn(
  context: RequestContext,
  { user, cookie, deviceCookie }: SignedIn,
  status: number,
): RestAnswer {
  context.setCookie(cookie);
  context.setCookie(deviceCookie);
  return { status, body: bodyOf(user) };
}

function bodyOf({ emailVerifiedAt: _, ...user }: Account): Omit<Account, 'emailVerifiedAt'> {
  return user;
}

function fieldsOf(body: unknown): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!parsed.success) {
    throw new InvalidInputError('body', 'The body must be a JSON object');
  }
  return parsed.data;
}

export const accountRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/users/me',
    access: 'signedIn',
    handle: async (context) => {
      const viewer = await context.viewer();
      return { body: viewer && bodyOf(viewer) };
    },
  },
  {
    method: 'POST',
    path: '/api/users/login',
    access: 'public',
    handle: async (context, { body }) => {
      const fields = fieldsOf(body);
      const name = identifierNames.find((candidate) => fields[candidate] !== undefined);
      const input = { identifier: name && fields[name], password: fields['password'] };
      return signedIn(context, await signIn(context.deps, context, input), 200);
    },
  },
  {
    method: 'POST',
    path: '/api/users/logout',
    access: 'public',
    handle: async (context) => {
      await signOut(context);
      return { body: { message: 'Signed out' } };
    },
  },
  {
    method: 'POST',
    path: '/api/users/register',
    access: 'public',
    handle: async (context, { body }) => {
      const { confirmPassword, ...input } = fieldsOf(body);
      if (confirmPassword !== undefined && confirmPassword !== input['password']) {
        throw new InvalidInputError('confirmPassword', "Passwords don't match");
      }
      // With a role, an administrator adds someone else; otherwise people register themselves.
      if (input['role'] !== undefined && input['role'] !== 'user') {
        const account = await addAccount(context.deps, await context.viewer(), input);
        return { status: 201, body: bodyOf(account) };
      }
      const viewer = await context.viewer();
      if (input['role'] === 'user' && viewer?.role === 'admin') {
        return { status: 201, body: bodyOf(await addAccount(context.deps, viewer, input)) };
      }
      return signedIn(context, await signUp(context.deps, context, input), 201);
    },
  },
];
