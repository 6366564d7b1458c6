export const exampleQueries = `# Tideweek's GraphQL API. Run one of these with Ctrl+Enter; press Ctrl+Space for what is there.

# The best rated resorts of a place, with their latest reviews
query ResortsInAruba {
  resorts(query: "aruba", sort: HIGHEST_RATED, first: 5) {
    totalCount {
      value
      isCapped
    }
    edges {
      node {
        name
        location
        rating
        priceMin {
          formatted
        }
        priceMax {
          formatted
        }
        reviews(first: 2) {
          edges {
            node {
              rating
              title
              author {
                name
              }
            }
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

# Mistyped words are corrected: readAs says what was searched for
query Forgiving {
  resorts(query: "las vagas", first: 3) {
    readAs
    edges {
      node {
        name
        databaseId
      }
    }
  }
}

# New weeks under $100 a night
query NewAndCheap {
  resorts(filter: { isNewAvailability: true, priceTier: UNDER_100 }, sort: PRICE_LOW_TO_HIGH) {
    edges {
      node {
        name
        priceMin {
          formatted
        }
      }
    }
  }
}

# Who am I? null when signed out
query Me {
  viewer {
    firstName
    username
    role
  }
}
`;
