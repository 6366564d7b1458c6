import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  UserRole,
  usersPageLoaderQuery,
  UserSort,
} from '#web/__generated__/usersPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { parseTableAddress, type TableAddress } from '#web/admin/table/tableAddress.ts';

export const usersPageQuery = graphql`
  query usersPageLoaderQuery(
    $search: String
    $role: UserRole
    $sort: UserSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      databaseId
    }
    users(
      search: $search
      role: $role
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          username
          email
          emailVerified
          firstName
          lastName
          role
          createdAt
          administration {
            version
            bookings
            listings
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`;

const pageSize = 25;

const sorts: Record<string, UserSort> = {
  name: 'NAME',
  '-name': 'NAME_DESCENDING',
  username: 'USERNAME',
  '-username': 'USERNAME_DESCENDING',
  email: 'EMAIL',
  '-email': 'EMAIL_DESCENDING',
  joined: 'OLDEST',
  '-joined': 'NEWEST',
};

const roles: Record<string, UserRole> = { admin: 'ADMIN', user: 'USER' };

type Users = NonNullable<usersPageLoaderQuery['response']['users']>;

/** An account in the table. */
export type UserRow = Users['edges'][number]['node'];

export interface UsersPageData {
  reference: PreloadedQuery<usersPageLoaderQuery>;
}

export async function loadUsersPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<UsersPageData> {
  const address = parseTableAddress(new URL(request.url).searchParams);
  const reference = loadQuery<usersPageLoaderQuery>(
    environment,
    usersPageQuery,
    variablesOf(address),
  );
  await requireAdmin(environment, reference);
  return { reference };
}

function variablesOf({ search, filter, sort, after, before }: TableAddress) {
  const page = before === null ? { first: pageSize, after } : { last: pageSize, before };
  return {
    search: search === '' ? null : search,
    role: roles[filter] ?? null,
    sort: sorts[`${sort?.direction === 'desc' ? '-' : ''}${sort?.by}`] ?? 'NEWEST',
    ...page,
  };
}
