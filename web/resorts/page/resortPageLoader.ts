import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { resortPageLoaderQuery } from '#web/__generated__/resortPageLoaderQuery.graphql.ts';
import type { resortPageLoaderReviewsQuery } from '#web/__generated__/resortPageLoaderReviewsQuery.graphql.ts';
import type { resortPageLoaderStayQuery } from '#web/__generated__/resortPageLoaderStayQuery.graphql.ts';
import type { resortPageLoaderSimilarQuery } from '#web/__generated__/resortPageLoaderSimilarQuery.graphql.ts';
import type { resortPageLoaderWeeksQuery } from '#web/__generated__/resortPageLoaderWeeksQuery.graphql.ts';
import type { stayToReviewLoaderQuery } from '#web/__generated__/stayToReviewLoaderQuery.graphql.ts';
import { stayToReview } from '#web/reviews/stayToReviewLoader.ts';
import { readResortView } from './resortAddress.ts';

export const resortPageQuery = graphql`
  query resortPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
      ...ResortFacts_site
      ...MapFrame_site
    }
    viewer {
      reviewsOf(resortId: $id) {
        id
      }
      ...ReviewDialog_viewer @arguments(resortId: $id)
    }
    resort(id: $id) {
      databaseId
      name
      ...BookBar_resort
      ...ResortMeta_resort
      ...ResortFacts_resort
      ...ResortHero_resort
      ...ResortAbout_pictures
      ...ResortAbout_resort
      ...ResortAbout_amenities
      ...ResortPlace_resort
      ...RecentReviews_resort
      ...ReviewDialog_resort
      ...ResortSideCard_resort
    }
  }
`;

export const resortStayQuery = graphql`
  query resortPageLoaderStayQuery(
    $id: ID!
    $checkIn: Date!
    $checkOut: Date!
    $guests: Int
    $listingId: ID
  ) {
    resort(id: $id) {
      databaseId
      name
      stay(checkIn: $checkIn, checkOut: $checkOut, guests: $guests, listingId: $listingId) {
        ...BookBar_stay
        ...ChosenStay_stay
      }
    }
  }
`;

/** The weeks on offer, in a separate query, since choosing a night reloads only these. */
export const resortWeeksQuery = graphql`
  query resortPageLoaderWeeksQuery($id: ID!, $night: Date) {
    resort(id: $id) {
      ...ResortWeeks_resort @arguments(night: $night)
    }
  }
`;

export const similarResortsQuery = graphql`
  query resortPageLoaderSimilarQuery($id: ID!) {
    resort(id: $id) {
      ...SimilarResorts_resort
    }
  }
`;

export const resortReviewsQuery = graphql`
  query resortPageLoaderReviewsQuery($id: ID!, $sort: ReviewSort!) {
    resort(id: $id) {
      ...AllReviewsDialog_resort @arguments(sort: $sort)
    }
  }
`;

export interface ResortPageData {
  reference: PreloadedQuery<resortPageLoaderQuery>;
  weeks: PreloadedQuery<resortPageLoaderWeeksQuery>;
  similar: PreloadedQuery<resortPageLoaderSimilarQuery>;
  stay: PreloadedQuery<resortPageLoaderStayQuery> | undefined;
  reviews: PreloadedQuery<resortPageLoaderReviewsQuery> | undefined;
  reviewed: PreloadedQuery<stayToReviewLoaderQuery> | undefined;
}

export function loadResortPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): ResortPageData {
  const id = params.id ?? '';
  const { night, stay, dialog, booking, sort } = readResortView(new URL(request.url).search);
  return {
    reference: loadQuery<resortPageLoaderQuery>(environment, resortPageQuery, { id }),
    weeks: loadQuery<resortPageLoaderWeeksQuery>(environment, resortWeeksQuery, {
      id,
      night: night ?? null,
    }),
    stay:
      stay &&
      loadQuery<resortPageLoaderStayQuery>(environment, resortStayQuery, {
        id,
        checkIn: stay.from,
        checkOut: stay.to,
        guests: stay.guests,
        listingId: stay.listing,
      }),
    similar: loadQuery<resortPageLoaderSimilarQuery>(environment, similarResortsQuery, { id }),
    reviews:
      dialog === 'reviews'
        ? loadQuery<resortPageLoaderReviewsQuery>(environment, resortReviewsQuery, { id, sort })
        : undefined,
    reviewed:
      booking === undefined
        ? undefined
        : loadQuery<stayToReviewLoaderQuery>(environment, stayToReview, { bookingId: booking }),
  };
}
