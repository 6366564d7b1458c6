import { graphql } from '#api/generated/operations/gql.ts';

export const makeOfferMutation = graphql(`
  mutation MakeOffer($input: MakeOfferInput!) {
    makeOffer(input: $input) {
      __typename
      ... on MakeOfferPayload {
        sale {
          ...MovedSale
        }
      }
      ...Refusal
    }
  }

  fragment MovedSale on Sale {
    databaseId
    version
    status
    turn
    side
    buyerName
    sellerName
    answerBy
    choices {
      move
    }
    terms {
      number
      side
      note
      price {
        amount
      }
    }
    termSheet {
      hash
      facts {
        label
        text
      }
      buyerTotal {
        amount
      }
      sellerTotal {
        amount
      }
    }
    signatures {
      side
      typedName
    }
    events {
      move
      party
      note
      step
    }
    steps {
      step
      state
      title
      actor
      dueOn
      amount {
        amount
      }
      feesOwed {
        amount
      }
      nextUseYear
      validUntil
      registry
      book
      page
      instrument
      facts
      needsDocument
      document {
        fileName
      }
    }
    sandboxPayment {
      step
      amount {
        amount
      }
    }
    funds {
      held {
        amount
      }
      toBuyer {
        amount
      }
      toSeller {
        amount
      }
    }
  }
`);

export const moveSaleMutation = graphql(`
  mutation MoveSale($input: MoveSaleInput!) {
    moveSale(input: $input) {
      __typename
      ... on MoveSalePayload {
        sale {
          ...MovedSale
        }
      }
      ...Refusal
    }
  }
`);

export const payFromSandboxMutation = graphql(`
  mutation PayFromSandbox($input: PayFromSandboxInput!) {
    payFromSandbox(input: $input) {
      __typename
      ... on PayFromSandboxPayload {
        sale {
          ...MovedSale
        }
      }
      ...Refusal
    }
  }
`);

export const saleOfQuery = graphql(`
  query ReadSale($id: ID!, $listingId: ID!) {
    sale(id: $id) {
      ...MovedSale
    }
    myPartIn(listingId: $listingId) {
      isOwner
      sale {
        databaseId
      }
    }
    mySales(first: 10) {
      edges {
        node {
          databaseId
          status
        }
      }
    }
  }
`);

export const allSalesQuery = graphql(`
  query AllSales($statuses: [SaleStatus!]) {
    sales(statuses: $statuses, first: 100) {
      edges {
        node {
          databaseId
        }
      }
    }
  }
`);

export const saleDocumentLinkMutation = graphql(`
  mutation CreateSaleDocumentLink($input: CreateSaleDocumentLinkInput!) {
    createSaleDocumentLink(input: $input) {
      __typename
      ... on CreateSaleDocumentLinkPayload {
        url
        document {
          fileName
        }
      }
      ...Refusal
    }
  }
`);

export const setCoolingOffMutation = graphql(`
  mutation SetCoolingOff($input: SetCoolingOffInput!) {
    setCoolingOff(input: $input) {
      __typename
      ... on SetCoolingOffPayload {
        rules {
          country
          region
          days
        }
      }
      ...Refusal
    }
  }
`);

export const coolingOffRulesQuery = graphql(`
  query CoolingOffRules {
    coolingOffRules {
      country
      region
      days
    }
  }
`);

export const paySaleDepositMutation = graphql(`
  mutation PaySaleDeposit($input: PaySaleDepositInput!) {
    paySaleDeposit(input: $input) {
      __typename
      ... on PaySaleDepositPayload {
        sale {
          ...PaidByCard
        }
      }
      ... on Error {
        message
      }
    }
  }

  fragment PaidByCard on Sale {
    version
    refundSteps {
      status
      reference
      amount {
        amount
      }
    }
    cardDeposit {
      amount
    }
    cardPayment {
      status
      failure
      clientSecret
      cardLastFour
      amount {
        amount
      }
    }
  }
`);

export const checkSalePaymentMutation = graphql(`
  mutation CheckSalePayment($input: CheckSalePaymentInput!) {
    checkSalePayment(input: $input) {
      __typename
      ... on CheckSalePaymentPayload {
        sale {
          ...PaidByCard
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const saleCardQuery = graphql(`
  query SaleCard($id: ID!) {
    sale(id: $id) {
      ...PaidByCard
      asksRefundDetails
      funds {
        held {
          amount
        }
        toBuyer {
          amount
        }
        toSeller {
          amount
        }
      }
    }
  }
`);

export const saleChargebacksQuery = graphql(`
  query SaleChargebacks {
    chargebacks {
      bookingId
      saleId
      title
      guestName
      status
    }
  }
`);
