import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { SaleMetaTestQuery } from '#web/__generated__/SaleMetaTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { misshapen, structuredData } from '#web/testing/schemaOrg.ts';
import { SaleMeta } from './SaleMeta.tsx';

function Meta() {
  const { site, saleListing } = useLazyLoadQuery<SaleMetaTestQuery>(
    graphql`
      query SaleMetaTestQuery @relay_test_operation {
        site {
          ...SaleMeta_site
        }
        saleListing(id: "week") {
          ...SaleMeta_listing
        }
      }
    `,
    {},
  );
  return saleListing && <SaleMeta site={site} listing={saleListing} />;
}

it.each([
  ['has the shapes of schema.org', false, ['BreadcrumbList', 'Product']],
  ['has no sample offer', true, ['BreadcrumbList']],
])('%s', (_, holdsSampleData, types) => {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Site: () => ({ holdsSampleData }),
      Listing: () => ({
        databaseId: 'week',
        salePrice: { amount: 900_000, currency: 'USD', formatted: '$9,000' },
      }),
    }),
  );
  renderWithRelay(<Meta />, { environment });
  const documents = structuredData();
  expect(documents.map((document) => document['@type'])).toEqual(types);
  expect(documents.flatMap(misshapen)).toEqual([]);
  if (!holdsSampleData) {
    expect(documents[1]).toMatchObject({
      image: `${window.location.origin}/media/previews/sale/week.jpg`,
      offers: { price: 9000, url: `${window.location.origin}/sale/week` },
    });
  }
});
