import { graphql } from '#api/generated/operations/gql.ts';

export const auditEntriesQuery = graphql(`
  query AuditEntries(
    $filter: AuditFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    auditActions
    auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          number
          at
          actorName
          actorFullName
          isByPerson
          action
          kind
          subjectType
          subjectId
          subjectName
          subjectExists
          before
          after
          note
          hash
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
