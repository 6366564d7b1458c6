import { graphql } from '#api/generated/operations/gql.ts';

export const reviewsQuery = graphql(`
  query Reviews(
    $id: ID!
    $sort: ReviewSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resort(id: $id) {
      reviewSummary {
        stars
        count
      }
      reviews(sort: $sort, first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            id
            rating
            title
            content
            createdAt
            hasStayed
            answer {
              content
              createdAt
            }
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

export const createReviewMutation = graphql(`
  mutation CreateReview($input: CreateReviewInput!) {
    createReview(input: $input) {
      __typename
      ... on CreateReviewPayload {
        review {
          id
          rating
          title
          content
        }
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const reportReviewMutation = graphql(`
  mutation ReportReview($input: ReportReviewInput!) {
    reportReview(input: $input) {
      __typename
      ... on ReportReviewPayload {
        reviewId
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);
