import { graphql } from '#api/generated/operations/gql.ts';

export const holdStayMutation = graphql(`
  mutation HoldStay($input: HoldStayInput!) {
    holdStay(input: $input) {
      __typename
      ... on HoldStayPayload {
        booking {
          databaseId
          version
          status
          heldUntil
          totalPrice {
            amount
          }
          priceLines {
            kind
            amount {
              amount
            }
          }
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
    }
  }
`);

export const payBookingMutation = graphql(`
  mutation PayBooking($input: PayBookingInput!) {
    payBooking(input: $input) {
      __typename
      ... on PayBookingPayload {
        booking {
          databaseId
          version
          status
          answerBy
          payment {
            status
            clientSecret
            failure
          }
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
    }
  }
`);

export const payBalanceMutation = graphql(`
  mutation PayBalance($input: PayBalanceInput!) {
    payBalance(input: $input) {
      __typename
      ... on PayBalancePayload {
        booking {
          deposit {
            isOwed
            canPay
          }
          payment {
            status
            clientSecret
            failure
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const moveBookingMutation = graphql(`
  mutation MoveBooking($input: MoveBookingInput!) {
    moveBooking(input: $input) {
      __typename
      ... on MoveBookingPayload {
        booking {
          databaseId
          version
          status
          moves
          refund {
            amount
          }
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
    }
  }
`);

export const checkPaymentMutation = graphql(`
  mutation CheckPayment($input: CheckPaymentInput!) {
    checkPayment(input: $input) {
      __typename
      ... on CheckPaymentPayload {
        booking {
          status
          payment {
            status
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const payClaimMutation = graphql(`
  mutation PayClaim($input: PayClaimInput!) {
    payClaim(input: $input) {
      __typename
      ... on PayClaimPayload {
        booking {
          claim {
            status
            owed {
              amount
            }
          }
          payment {
            status
            clientSecret
            failure
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const retryRefundMutation = graphql(`
  mutation RetryRefund($input: RetryRefundInput!) {
    retryRefund(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

export const askRefundMutation = graphql(`
  mutation AskRefundDetails($input: AskRefundDetailsInput!) {
    askRefundDetails(input: $input) {
      __typename
    }
  }
`);

export const giveRefundMutation = graphql(`
  mutation GiveRefundDetails($input: GiveRefundDetailsInput!) {
    giveRefundDetails(input: $input) {
      __typename
      ... on GiveRefundDetailsPayload {
        booking {
          asksRefundDetails
        }
        sale {
          asksRefundDetails
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const openRefundMutation = graphql(`
  mutation OpenRefundDetails($input: OpenRefundDetailsInput!) {
    openRefundDetails(input: $input) {
      __typename
      ... on OpenRefundDetailsPayload {
        details {
          holderName
          routingNumber
          number
        }
      }
    }
  }
`);

export const remitRefundMutation = graphql(`
  mutation RemitRefund($input: RemitRefundInput!) {
    remitRefund(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);
