import { graphql } from '#api/generated/operations/gql.ts';

export const connectPayoutsMutation = graphql(`
  mutation ConnectPayouts($input: ConnectPayoutsInput!) {
    connectPayouts(input: $input) {
      __typename
      ... on ConnectPayoutsPayload {
        account {
          status
          lastFour
        }
        onboardingUrl
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
    }
  }
`);

export const checkPayoutAccountMutation = graphql(`
  mutation CheckPayoutAccount {
    checkPayoutAccount {
      __typename
      ... on CheckPayoutAccountPayload {
        account {
          status
          lastFour
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const payoutsQuery = graphql(`
  query PayoutsOfViewer {
    viewer {
      payoutAccount {
        status
        lastFour
      }
      payoutOutlook {
        waiting {
          amount
          currency
        }
        onTheWay {
          amount
        }
        next {
          on
          resortName
          amount {
            amount
          }
        }
        years
        offersWeeks
      }
      payouts {
        edges {
          node {
            amount {
              amount
            }
            status
            bookingId
            saleId
            resortName
            checkIn
            checkOut
            createdAt
            settledAt
          }
        }
      }
    }
  }
`);

export const statementQuery = graphql(`
  query PayoutStatementOfMember($id: ID!, $year: Int!, $first: Int, $after: String) {
    node(id: $id) {
      ... on User {
        payoutStatement(year: $year) {
          opening {
            amount
          }
          earned {
            amount
          }
          kept {
            amount
          }
          corrected {
            amount
          }
          paidOut {
            amount
          }
          closing {
            amount
          }
          lines(first: $first, after: $after) {
            pageInfo {
              hasNextPage
              endCursor
            }
            edges {
              node {
                kind
                amount {
                  amount
                }
                serviceFee {
                  amount
                }
                tax {
                  amount
                }
                bookingId
                saleId
                resortName
                checkIn
                checkOut
                nights
                at
              }
            }
          }
        }
      }
    }
  }
`);

export const heldPayoutsQuery = graphql(`
  query HeldPayouts {
    heldPayouts {
      memberId
      memberName
      memberEmail
      since
      status
      waiting {
        amount
        currency
      }
    }
  }
`);
