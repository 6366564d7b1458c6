import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Provider {
  name: string;
  /** Plain id. */
  id: string;
}

/** The sandbox provider, and where its feed holds each field. */
interface Sample {
  name: string;
  rowsPath: string;
  fieldPaths: { field: string; path: string }[];
}

/** A GraphQL call with the page's session; returns its data. */
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
 * Adds a provider that reads the sandbox. The page must be signed in as an administrator.
 * @param wish Query string for the sandbox, such as `fault=500` or `rows=40`.
 */
export async function addProvider(page: Page, wish = ''): Promise<Provider> {
  const { inventoryProviders } = await ask<{ inventoryProviders: Sample[] }>(
    page,
    '{ inventoryProviders { name rowsPath fieldPaths { field path } } }',
    {},
  );
  const sample = inventoryProviders.find((provider) => provider.name === 'Sandbox Weeks');
  // Sorts last by name, so that other tests find the sample providers first.
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
