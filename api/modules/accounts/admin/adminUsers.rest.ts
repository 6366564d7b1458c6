import { fieldsOf } from '#api/rest/jsonBody.ts';
import { linkToNext, readPage } from '#api/rest/paging.ts';
import type { RestRoute } from '#api/rest/route.ts';
import type { Account } from '../account.ts';
import { deleteUser, updateUser } from './adminUsers.ts';
import { listUsers } from './userDirectory.ts';

const pageSizes = { usual: 100, most: 500 };

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
      const { q, role, sort, limit } = query;
      const { edges, pageInfo } = await listUsers(
        context.deps,
        await context.viewer(),
        { search: q, role, sort },
        readPage(query, pageSizes),
      );
      return {
        body: edges.map(({ node: user }) => ({
          ...userJson(user),
          version: user.administration.version,
        })),
        headers: linkToNext('/api/admin/users', { q, role, sort, limit }, pageInfo),
      };
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const input = { ...fieldsOf(body), userId: params['id'] };
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
