import { graphql } from '#api/generated/operations/gql.ts';

export const salesQuery = graphql(`
  query FoundSales(
    $query: String
    $filter: SaleFilter
    $sort: SaleSort! = LOWEST_PRICE
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    saleListings(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      readAs
      edges {
        node {
          databaseId
          title
          isOnOffer
          salePrice {
            amount
            currency
          }
          firstYearTotal {
            amount
            currency
          }
          isEscrowOpen
          facts {
            firstUseYear
            maintenanceFee {
              amount
            }
          }
          resort {
            name
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

export const saleFacetsQuery = graphql(`
  query CountedSales($query: String, $filter: SaleFilter) {
    saleFacets(query: $query, filter: $filter) {
      totalCount {
        ...CountedSalesCount
      }
      without {
        condition
        phrase {
          label(forSale: true)
        }
        query
        count {
          ...CountedSalesCount
        }
      }
      destinations {
        ...CountedSalesValue
      }
      brands {
        ...CountedSalesValue
      }
      seasons {
        ...CountedSalesValue
      }
      ownerships {
        ...CountedSalesValue
      }
      uses {
        ...CountedSalesValue
      }
      tenures {
        ...CountedSalesValue
      }
      prices {
        ...CountedSalesValue
      }
      fees {
        ...CountedSalesValue
      }
      firstYears {
        ...CountedSalesValue
      }
      bedrooms {
        ...CountedSalesValue
      }
      firstUses {
        ...CountedSalesValue
      }
    }
  }

  fragment CountedSalesValue on SaleFacetValue {
    value
    count {
      ...CountedSalesCount
    }
  }

  fragment CountedSalesCount on CappedCount {
    value
    isCapped
  }
`);

export const saleQuery = graphql(`
  query OneSale($saleId: ID!) {
    saleListing(id: $saleId) {
      title
      isOnOffer
    }
  }
`);

export const comparedQuery = graphql(`
  query ComparedListings($listingIds: [ID!]!) {
    comparedListings(ids: $listingIds) {
      title
      resort {
        name
      }
    }
  }
`);
