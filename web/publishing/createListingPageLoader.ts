import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { createListingPageLoaderQuery } from '../__generated__/createListingPageLoaderQuery.graphql.ts';
import { isSignedIn } from '../relay/viewer.ts';
import { draftSaved } from './draft/useListingDraft.ts';
import { stepIn } from './steps/listingSteps.ts';

export const createListingPageQuery = graphql`
  query createListingPageLoaderQuery($listing: ID!, $isListed: Boolean = false) {
    ...AppShell_query
    ...BookingTerms_query
    site {
      title
    }
    viewer {
      ...CreateListing_viewer @skip(if: $isListed) @alias(as: "newListing")
      listing(databaseId: $listing) @include(if: $isListed) {
        ...ListedSteps_listing
      }
    }
  }
`;

export interface CreateListingPageData {
  reference: PreloadedQuery<createListingPageLoaderQuery>;
}

/** Redirects to sign in and back if nobody is signed in. */
export async function loadCreateListingPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<CreateListingPageData> {
  const { pathname, search } = new URL(request.url);
  const { step, listingId } = stepIn(search);
  await draftSaved();
  const reference = loadQuery<createListingPageLoaderQuery>(environment, createListingPageQuery, {
    listing: listingId ?? '',
    isListed: step !== 'details',
  });
  if (!(await isSignedIn(environment, reference))) {
    throw redirect(`/auth?${new URLSearchParams({ returnTo: pathname + search })}`);
  }
  return { reference };
}
