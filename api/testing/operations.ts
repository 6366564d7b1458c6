import { graphql } from '../generated/operations/gql.ts';

/** What the tests send to /graphql; `npm run generate:operations` types it. */

export const accountFragment = graphql(`
  fragment Account on User {
    id
    databaseId
    username
    email
    firstName
    lastName
    role
    createdAt
  }
`);

export const viewerQuery = graphql(`
  query Viewer {
    viewer {
      ...Account
    }
  }
`);

export const signUpMutation = graphql(`
  mutation SignUp($input: SignUpInput!) {
    signUp(input: $input) {
      __typename
      ... on SignUpPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const signInMutation = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      __typename
      ... on SignInPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const signOutMutation = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`);

export const changePasswordMutation = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      __typename
      ... on ChangePasswordPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const resortFragment = graphql(`
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
    priceMin
    priceMax
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

export const topResortsQuery = graphql(`
  query TopResorts($first: Int) {
    topResorts(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const newAvailabilityQuery = graphql(`
  query NewAvailability($first: Int) {
    newAvailability(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const resortQuery = graphql(`
  query Resort($id: ID!) {
    resort(id: $id) {
      ...ResortRow
    }
  }
`);

export const reviewsQuery = graphql(`
  query Reviews($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    resort(id: $id) {
      reviews(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            id
            rating
            title
            content
            createdAt
            author {
              name
              memberSince
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          endCursor
          startCursor
        }
      }
    }
  }
`);

export const nodeQuery = graphql(`
  query Node($id: ID!) {
    node(id: $id) {
      __typename
      id
    }
  }
`);

export const nodesQuery = graphql(`
  query Nodes($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
    }
  }
`);

export const siteQuery = graphql(`
  query Site {
    site {
      title
      contactEmail
    }
  }
`);

export const updateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      __typename
      ... on UpdateProfilePayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const facetsQuery = graphql(`
  query Facets($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 100) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          name
        }
      }
    }
    resortFacets(query: $query, filter: $filter) {
      totalCount {
        value
        isCapped
      }
      destinations {
        ...FacetValue
      }
      brands {
        ...FacetValue
      }
      amenities {
        ...FacetValue
      }
      ratings {
        ...FacetValue
      }
      priceTiers {
        ...FacetValue
      }
      guests {
        ...FacetValue
      }
      bedrooms {
        ...FacetValue
      }
    }
  }
`);

export const facetValueFragment = graphql(`
  fragment FacetValue on ResortFacetValue {
    value
    count {
      value
      isCapped
    }
  }
`);

export const suggestionsQuery = graphql(`
  query Suggestions($text: String!, $first: Int) {
    resortSuggestions(text: $text, first: $first) {
      resorts {
        databaseId
        name
        location
      }
      places {
        kind
        name
      }
      brands
    }
  }
`);

export const mapQuery = graphql(`
  query Map($query: String, $filter: ResortFilter, $bounds: MapBoundsInput, $zoom: Int) {
    resortMap(query: $query, filter: $filter, bounds: $bounds, zoom: $zoom) {
      isPart
      totalCount {
        value
        isCapped
      }
      clusters {
        count
        latitude
        longitude
        place
        bounds {
          south
          west
          north
          east
        }
        resort {
          databaseId
          name
          location
          imageUrl
          priceMin
          rating
        }
      }
    }
  }
`);
