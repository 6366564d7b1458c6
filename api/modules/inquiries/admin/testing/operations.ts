import { graphql } from '#api/generated/operations/gql.ts';

graphql(`
  fragment InquiryCaseParts on InquiryCase {
    databaseId
    version
    status
    moves
    propertyName
    senderName
    email
    hasAccount
    senderDraft {
      version
      title
    }
    hasDraft
    listing {
      title
      status
    }
    history {
      kind
      status
      text
      actorName
    }
  }
`);

export const inquiriesQuery = graphql(`
  query Inquiries($status: InquiryStatus, $search: String, $few: Int, $after: String) {
    inquiries(status: $status, search: $search, first: $few, after: $after) {
      edges {
        node {
          ...InquiryCaseParts
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const inquiryQuery = graphql(`
  query Inquiry($inquiryId: ID!) {
    inquiry(id: $inquiryId) {
      ...InquiryCaseParts
    }
  }
`);

export const addInquiryNoteMutation = graphql(`
  mutation AddInquiryNote($input: AddInquiryNoteInput!) {
    addInquiryNote(input: $input) {
      __typename
      ... on AddInquiryNotePayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const replyToInquiryMutation = graphql(`
  mutation ReplyToInquiry($input: ReplyToInquiryInput!) {
    replyToInquiry(input: $input) {
      __typename
      ... on ReplyToInquiryPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const setInquiryStatusMutation = graphql(`
  mutation SetInquiryStatus($input: SetInquiryStatusInput!) {
    setInquiryStatus(input: $input) {
      __typename
      ... on SetInquiryStatusPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const turnInquiryIntoDraftMutation = graphql(`
  mutation TurnInquiryIntoDraft($input: TurnInquiryIntoDraftInput!) {
    turnInquiryIntoDraft(input: $input) {
      __typename
      ... on TurnInquiryIntoDraftPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);
