import { graphql } from 'react-relay/hooks';

export const siteChartsQuery = graphql`
  query siteChartsLoaderQuery($days: Int!) {
    siteDays(days: $days) {
      date
      registrations
      listings
      bookings
      revenue {
        amount
      }
      fees {
        amount
      }
      taxes {
        amount
      }
    }
  }
`;
