import { graphql } from '#api/generated/operations/gql.ts';

graphql(`
  fragment ResortRow on Resort {
    id
    databaseId
    name
    brand
    location
    destination
    description
    imageUrl
    amenities
    rating
    reviewCount
    availableRentals
    priceMin {
      amount
    }
    priceMax {
      amount
    }
    isNewAvailability
    createdAt
  }
`);

export const resortsQuery = graphql(`
  query Resorts(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort! = HIGHEST_RATED
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resorts(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      readAs
      edges {
        cursor
        node {
          ...ResortRow
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
`);

export const countQuery = graphql(`
  query Count($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 1) {
      totalCount {
        value
        isCapped
      }
    }
  }
`);
