import { graphql } from '#api/generated/operations/gql.ts';

export const createPartnerLinkMutation = graphql(`
  mutation CreatePartnerLink($input: CreatePartnerLinkInput!) {
    createPartnerLink(input: $input) {
      __typename
      ... on CreatePartnerLinkPayload {
        partnerUrl
        sale {
          version
          partnerLinkUntil
        }
      }
      ...Refusal
    }
  }
`);

export const revokePartnerLinkMutation = graphql(`
  mutation RevokePartnerLink($input: RevokePartnerLinkInput!) {
    revokePartnerLink(input: $input) {
      __typename
      ... on RevokePartnerLinkPayload {
        sale {
          partnerLinkUntil
        }
      }
      ...Refusal
    }
  }
`);

export const partnerSaleQuery = graphql(`
  query PartnerSale($token: String!) {
    partnerLink(token: $token) {
      isExpired
      sale {
        databaseId
        version
        status
        ending
        closedAt
        linkUntil
        facts {
          weekNumber
        }
        resort {
          name
        }
        termSheet {
          hash
          facts {
            label
            text
          }
        }
        signatures {
          side
          typedName
        }
        steps {
          step
          state
          document {
            fileName
          }
        }
      }
    }
  }
`);

export const reportSaleStepMutation = graphql(`
  mutation ReportSaleStep($input: ReportSaleStepInput!) {
    reportSaleStep(input: $input) {
      __typename
      ... on ReportSaleStepPayload {
        sale {
          status
          steps {
            step
            state
          }
        }
      }
      ...Refusal
    }
  }
`);

export const createPartnerDownloadMutation = graphql(`
  mutation CreatePartnerDownload($input: CreatePartnerDownloadInput!) {
    createPartnerDownload(input: $input) {
      __typename
      ... on CreatePartnerDownloadPayload {
        url
      }
      ...Refusal
    }
  }
`);
