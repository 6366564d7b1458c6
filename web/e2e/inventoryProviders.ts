import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Provider {
  name: string;
  /** Plain id. */
  id: string;
}

/** Where in the rows of the sandbox what stands. */
interface Sample {
  name: string;
  rowsPath: string;
  fieldPaths: { field: string; path: string }[];
}

/** Asks in the name of whoever the page's context is signed in as. */
async function ask<TData>(page: Page, query: string, variables: object): Promise<TData> {
  const answer = await page.context().request.post('/graphql', {
    headers: { 'x-requested-with': 'tideweek' },
    data: { query, variables },
  });
  const body = (await answer.json()) as { data: TData; errors?: object[] };
  expect(body.errors).toBeUndefined();
  return body.data;
}

/**
 * Adds a provider of the test's own that reads the sandbox, as an administrator.
 * @param wish of the sandbox, such as `fault=500` or `rows=40`
 */
export async function addProvider(page: Page, wish = ''): Promise<Provider> {
  const { inventoryProviders } = await ask<{ inventoryProviders: Sample[] }>(
    page,
    '{ inventoryProviders { name rowsPath fieldPaths { field path } } }',
    {},
  );
  const sample = inventoryProviders.find((provider) => provider.name === 'Sandbox Weeks');
  // Late in the order of names, so that other tests find the sample ones first.
  const name = `Zone ${randomBytes(4).toString('hex')}`;
  const data = await ask<{ createInventoryProvider: { provider: { databaseId: string } } }>(
    page,
    `mutation ($input: CreateInventoryProviderInput!) {
      createInventoryProvider(input: $input) {
        ... on CreateInventoryProviderPayload { provider { databaseId } }
      }
    }`,
    {
      input: {
        name,
        kind: 'JSON_FEED',
        address: `sandbox:/weeks.json${wish === '' ? '' : `?${wish}`}`,
        rowsPath: sample?.rowsPath,
        fieldPaths: sample?.fieldPaths,
      },
    },
  );
  return { name, id: data.createInventoryProvider.provider.databaseId };
}
