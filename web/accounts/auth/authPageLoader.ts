import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { authPageLoaderQuery } from '#web/__generated__/authPageLoaderQuery.graphql.ts';
import type { authPageLoaderStayQuery } from '#web/__generated__/authPageLoaderStayQuery.graphql.ts';
import { stayOfCheckout } from '#common/addresses/checkoutPath.ts';
import { isSignedIn } from '#web/relay/viewer.ts';
import { safeReturnPath } from './returnPath.ts';

export const authPageQuery = graphql`
  query authPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export const stayToBookQuery = graphql`
  query authPageLoaderStayQuery($id: ID!, $checkIn: Date!, $checkOut: Date!) {
    node(id: $id) {
      ... on Listing {
        resort {
          name
          location
          imageUrl
        }
        quote(checkIn: $checkIn, checkOut: $checkOut) {
          nights
          cancellation
          total {
            formatted
          }
        }
      }
    }
  }
`;

export interface AuthPageData {
  reference: PreloadedQuery<authPageLoaderQuery>;
  /** Set only if a checkout requires signing in. */
  stay: StayToBook | undefined;
}

interface StayToBook {
  reference: PreloadedQuery<authPageLoaderStayQuery>;
  checkIn: string;
  checkOut: string;
}

/** Redirects users who are already signed in. */
export async function loadAuthPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<AuthPageData> {
  const reference = loadQuery<authPageLoaderQuery>(environment, authPageQuery, {});
  const returnTo = safeReturnPath(new URL(request.url).searchParams.get('returnTo'));
  if (await isSignedIn(environment, reference)) throw redirect(returnTo);
  return { reference, stay: loadStay(environment, returnTo) };
}

function loadStay(environment: Environment, returnTo: string): StayToBook | undefined {
  const stay = stayOfCheckout(returnTo);
  if (!stay) return undefined;
  const { listingId, checkIn, checkOut } = stay;
  const id = btoa(`Listing:${listingId}`);
  return {
    reference: loadQuery<authPageLoaderStayQuery>(environment, stayToBookQuery, {
      id,
      checkIn,
      checkOut,
    }),
    checkIn,
    checkOut,
  };
}
