import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, utcToday } from '#common/days.ts';
import { agreedDeal, moved, paid } from '../closing/testing/flow.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

interface Sales {
  edges: { node: { databaseId: string } }[];
  pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean };
}

it('The team sees first what is due first, then the newest sales, page by page', async () => {
  const deals = [];
  for (let count = 0; count < 4; count += 1) deals.push(await agreedDeal(server));
  const [inClosing, unpaid, ended, endedLater] = deals;
  if (!inClosing || !unpaid || !ended || !endedLater) throw new Error('Four deals are made');
  const { cookie } = inClosing.team;
  await paid(server, inClosing, 'deposit');
  const reason = 'Because.';
  for (const one of [endedLater, ended]) await moved(server, one, 'team', 'CALL_OFF', { reason });

  const read = async (variables: Record<string, unknown>) => {
    const answer = await server.graphqlText<{ sales: Sales }>(
      `query SalesOfDesk($first: Int, $after: String, $last: Int, $before: String) {
        sales(first: $first, after: $after, last: $last, before: $before) {
          edges { node { databaseId steps { dueOn } terms { price { amount } } } }
          pageInfo { startCursor endCursor hasNextPage } } }`,
      variables,
      { cookie },
    );
    expect(server.statementsOf(answer.requestId).length).toBeLessThanOrEqual(3);
    if (!answer.data) throw new Error(JSON.stringify(answer.errors));
    const { edges, pageInfo } = answer.data.sales;
    return { ids: edges.map(({ node }) => node.databaseId), ...pageInfo };
  };
  const order = [unpaid.id, inClosing.id, endedLater.id, ended.id];
  expect((await read({ first: 10 })).ids).toEqual(order);
  const first = await read({ first: 3 });
  const second = await read({ first: 3, after: first.endCursor });
  expect([first.ids, second.ids]).toEqual([order.slice(0, 3), order.slice(3)]);
  expect([first.hasNextPage, second.hasNextPage]).toEqual([true, false]);
  expect((await read({ last: 3, before: second.startCursor })).ids).toEqual(order.slice(0, 3));

  const dueOn = addDays(utcToday(), 90);
  await moved(server, unpaid, 'team', 'EXTEND_STEP', { step: 'DEPOSIT', dueOn, reason });
  expect((await read({ first: 2 })).ids).toEqual([inClosing.id, unpaid.id]);
});
