import { deepStrictEqual } from 'node:assert';
import { ask, operation } from './graphql.ts';
import type { LoadRequest } from './load.ts';

const fields = `rowId name location imageUrl rating reviewCount priceMin priceMax
  reviewsByResortId(first: 3, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
    nodes { rating title content createdAt userByUserId { firstName lastName } } }`;

const list = `query List($minRating: Float) {
  allResorts(condition: { minRating: $minRating }, first: 12, orderBy: [RATING_DESC, REVIEW_COUNT_DESC, ROW_ID_DESC]) {
    nodes { ${fields} } } }`;

const resort = `query One($id: UUID!) { resortByRowId(rowId: $id) { ${fields} } }`;

interface Resort extends Record<string, unknown> {
  rowId: string;
  reviewsByResortId: {
    nodes: { createdAt: string; userByUserId: { firstName: string; lastName: string } }[];
  };
}

/** The two queries in the words of PostGraphile. */
export const askPostgraphile = {
  list: (minRating: unknown): LoadRequest => operation(list, { minRating }),
  resort: (id: unknown): LoadRequest => operation(resort, { id }),

  /** Compares PostGraphile's responses with the bare handler's. */
  async check(
    origin: string,
    id: string,
    bare: { one: unknown; list: readonly unknown[] },
  ): Promise<void> {
    const { resortByRowId } = await ask<{ resortByRowId: Resort }>(origin, this.resort(id));
    deepStrictEqual(flat(resortByRowId), bare.one);
    const { allResorts } = await ask<{ allResorts: { nodes: Resort[] } }>(origin, this.list(0));
    deepStrictEqual(allResorts.nodes.map(flat), bare.list);
  },
};

const money = (dollars: unknown): object => ({
  formatted: `$${Number(dollars).toLocaleString('en-US')}`,
});

const flat = ({ rowId, reviewsByResortId, ...resort }: Resort): unknown => ({
  databaseId: rowId,
  ...resort,
  rating: Number(resort['rating']),
  priceMin: money(resort['priceMin']),
  priceMax: money(resort['priceMax']),
  reviews: reviewsByResortId.nodes.map(({ userByUserId: { firstName, lastName }, ...review }) => ({
    ...review,
    createdAt: Date.parse(review.createdAt),
    author: `${firstName} ${lastName}`,
  })),
});
