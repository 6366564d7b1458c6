import { graphql } from '#api/generated/operations/gql.ts';

export const openThreadMutation = graphql(`
  mutation OpenThread($input: OpenThreadInput!) {
    openThread(input: $input) {
      __typename
      ... on OpenThreadPayload {
        thread {
          databaseId
          side
          ownerName
          showsContacts
        }
      }
      ...Refusal
    }
  }
`);

export const sendMessageMutation = graphql(`
  mutation SendMessage($input: SendMessageInput!) {
    sendMessage(input: $input) {
      __typename
      ... on SendMessagePayload {
        messageEdge {
          cursor
          node {
            databaseId
            number
            text
            hidesContacts
            warnings
            isMine
          }
        }
        thread {
          lastNumber
          isUnread
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

export const markThreadReadMutation = graphql(`
  mutation MarkThreadRead($input: MarkThreadReadInput!) {
    markThreadRead(input: $input) {
      __typename
      ... on MarkThreadReadPayload {
        viewer {
          unreadThreadCount
        }
        thread {
          isUnread
        }
      }
      ...Refusal
    }
  }
`);

export const reportMessageMutation = graphql(`
  mutation ReportMessage($input: ReportMessageInput!) {
    reportMessage(input: $input) {
      __typename
      ... on ReportMessagePayload {
        messageId
      }
      ...Refusal
    }
  }
`);

export const messageThreadQuery = graphql(`
  query MessageThread($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    messageThread(id: $id) {
      side
      travelerName
      ownerName
      weekTitle
      resort {
        name
      }
      showsContacts
      isUnread
      isReadTo
      messages(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            databaseId
            number
            text
            isMine
            hidesContacts
            warnings
            isHidden
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
  }
`);

export const messageThreadsQuery = graphql(`
  query MessageThreads($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      unreadThreadCount
    }
    messageThreads(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          databaseId
          weekTitle
          isUnread
          resort {
            name
          }
          lastMessage {
            text
            isMine
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
`);

export const reportedMessagesQuery = graphql(`
  query ReportedMessages($first: Int, $after: String) {
    reportedMessages(first: $first, after: $after) {
      edges {
        node {
          databaseId
          threadId
          text
          authorName
          weekTitle
          resortName
          openReportCount
          openReports {
            reason
            details
            signs
            reporterName
          }
          context {
            number
            side
            text
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const canMessageQuery = graphql(`
  query CanMessageAboutBooking($id: ID!) {
    booking(id: $id) {
      canMessage
    }
  }
`);

export const threadOfBookingQuery = graphql(`
  query ThreadOfBooking($id: ID!) {
    booking(id: $id) {
      threadId
    }
  }
`);
