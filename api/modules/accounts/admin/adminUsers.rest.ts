import { z } from 'zod';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { RestRoute } from '#api/rest/route.ts';
import type { Account } from '../account.ts';
import { deleteUser, updateUser } from './adminUsers.ts';
import { listUsers } from './userDirectory.ts';

const pageSizes = { usual: 100, most: 500 };

const limitMessage = `limit must be a whole number from 1 to ${pageSizes.most}`;

const listQuery = z.object({
  limit: z.coerce
    .number({ error: limitMessage })
    .int(limitMessage)
    .min(1, limitMessage)
    .max(pageSizes.most, limitMessage)
    .optional(),
  after: z.string().optional(),
});

const bodySchema = z.record(z.string(), z.unknown(), { error: 'The body must be a JSON object' });

const userJson = ({ id, username, email, firstName, lastName, role, createdAt }: Account) => ({
  id,
  username,
  email,
  firstName,
  lastName,
  role,
  createdAt,
});

export const adminUserRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    handle: async (context, { query }) => {
      const { limit, after } = parseInput(listQuery, query);
      const { q, role, sort } = query;
      const { edges, pageInfo } = await listUsers(
        context.deps,
        await context.viewer(),
        { search: q, role, sort },
        readPageArgs({ first: limit, after }, pageSizes),
      );
      const next = new URLSearchParams({
        ...(q && { q }),
        ...(role && { role }),
        ...(sort && { sort }),
        ...(limit !== undefined && { limit: String(limit) }),
        after: pageInfo.endCursor ?? '',
      });
      return {
        body: edges.map(({ node: user }) => ({
          ...userJson(user),
          version: user.administration.version,
        })),
        ...(pageInfo.hasNextPage && {
          headers: { link: `</api/admin/users?${next.toString()}>; rel="next"` },
        }),
      };
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const input = { ...parseInput(bodySchema, body ?? {}), userId: params['id'] };
      return { body: userJson(await updateUser(context.deps, await context.viewer(), input)) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/admin/users/:id',
    access: 'admin',
    handle: async (context, { params }) => {
      const userId = params['id'];
      const removal = await deleteUser(context.deps, await context.viewer(), { userId });
      return { body: { id: userId, deactivated: removal === 'deactivated' } };
    },
  },
];
