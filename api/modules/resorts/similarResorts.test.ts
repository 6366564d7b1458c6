import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const similarQuery = graphql(`
  query Similar($id: ID!) {
    resort(id: $id) {
      similar {
        ...ResortRow
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  await server.pool.query('TRUNCATE resorts CASCADE');
});

afterAll(() => server.close());

async function similarTo(id: string): Promise<string[] | undefined> {
  await server.emptyCaches();
  const { data } = await server.graphql(similarQuery, { id });
  return data?.resort?.similar.map(({ name }) => name);
}

const here = { destination: 'Aruba', brand: 'Divi Resorts', priceMin: 200, priceMax: 300 };
const far = { destination: 'Maine', brand: 'Independent', priceMin: 900, priceMax: 950 };

it('similar resorts are of the same destination, then brand, then price; never the resort itself', async () => {
  const { id } = await createResort(server, { name: 'This', ...here, rating: 5 });
  await createResort(server, { name: 'Far', ...far });
  await createResort(server, { name: 'Near in price', ...far, priceMin: 210 });
  await createResort(server, { name: 'Same brand', ...far, brand: here.brand });
  await createResort(server, { name: 'Good neighbour', ...far, destination: 'Aruba', rating: 4.5 });
  await createResort(server, { name: 'Fair neighbour', ...far, destination: 'Aruba', rating: 3 });
  expect(await similarTo(id)).toEqual([
    'Good neighbour',
    'Fair neighbour',
    'Same brand',
    'Near in price',
  ]);
});

it('similar resorts are empty if there is no other resort', async () => {
  const { id } = await createResort(server, here);
  expect(await similarTo(id)).toEqual([]);
});

it('similar resorts contain each resort once, even if it matches in several ways', async () => {
  const { id } = await createResort(server, here);
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    await createResort(server, { name, ...here });
  }
  const names = await similarTo(id);
  expect(new Set(names).size).toBe(4);
});

it('similar resorts can be selected with more than columns', async () => {
  const { id } = await createResort(server, here);
  await createResort(server, { name: 'Other', ...here });
  const answer = await server.graphqlText(
    'query ($id: ID!) { resort(id: $id) { similar { name rating similar { name } reviews { edges { node { title } } } } } }',
    { id },
  );
  expect(answer.errors).toEqual([]);
  expect(answer.data).toMatchObject({
    resort: { similar: [{ name: 'Other', rating: 0, reviews: { edges: [] } }] },
  });
});

it('similar resorts take two statements in total', async () => {
  const { id } = await createResort(server, here);
  await createResort(server, here);
  await server.emptyCaches();
  const answer = await server.graphql(similarQuery, { id });
  expect(server.statementsOf(answer.requestId)).toHaveLength(2);
});
