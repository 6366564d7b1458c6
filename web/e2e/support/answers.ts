import type { Page } from 'playwright-core';
import { gate } from './gate.ts';

/** Changes every GraphQL response of the page from now on. */
export async function changeAnswers(
  page: Page,
  change: (answer: unknown) => unknown,
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await change(await response.json()) });
  });
}

/** Makes every GraphQL call fail without a message, though the server does what it asks for. */
export const refuse = (page: Page): Promise<void> =>
  changeAnswers(page, () => ({ data: null, errors: [{ message: '' }] }));

/** Makes every GraphQL call fail without a message; none of them reaches the server. */
export const turnAway = (page: Page): Promise<unknown> =>
  page.route('**/graphql', (route) =>
    route.fulfill({ json: { data: null, errors: [{ message: '' }] } }),
  );

/** A copy of a response in which every connection in a field of this name is empty. */
export function emptied(answer: unknown, field: string): unknown {
  if (Array.isArray(answer)) return answer.map((value: unknown) => emptied(value, field));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]: [string, unknown]) => [
      name,
      name === field && typeof value === 'object' && value !== null && 'edges' in value
        ? { ...value, edges: [], ...('totalCount' in value && { totalCount: nothingFound }) }
        : emptied(value, field),
    ]),
  );
}

const nothingFound = { __typename: 'CappedCount', value: 0, isCapped: false };

/** Holds back every GraphQL request until the returned function is called. */
export async function holdAnswers(page: Page): Promise<() => void> {
  const { opened, open } = gate();
  await page.route('**/graphql', async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}
