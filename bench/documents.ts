import { createHash } from 'node:crypto';
import { sessionId } from './catalogue.ts';
import type { LoadRequest } from './load.ts';

const resortFields = `databaseId name location imageUrl rating reviewCount priceMin { formatted } priceMax { formatted }
  reviews(first: 3) { edges { node { rating title content createdAt author { name } } } }`;

const viewer = 'viewer { id firstName }';

const list = (more: string): string =>
  `query List($minRating: Float) { ${more} resorts(filter: { minRating: $minRating }, sort: HIGHEST_RATED, first: 12) {
    edges { node { ${resortFields} } } } }`;

const resort = (more: string): string =>
  `query One($id: ID!) { ${more} resort(id: $id) { ${resortFields} } }`;

export const documents = {
  list: list(''),
  listSignedIn: list(viewer),
  resort: resort(''),
  resortSignedIn: resort(viewer),
  search: `query Search($text: String, $filter: ResortFilter, $sort: ResortSort!, $after: String) {
    resorts(query: $text, filter: $filter, sort: $sort, first: 12, after: $after) {
      totalCount { value isCapped } readAs
      edges { cursor node { id databaseId name location imageUrl rating reviewCount availableRentals
        priceMin { formatted } priceMax { formatted } isNewAvailability } }
      pageInfo { hasNextPage endCursor } } }`,
} as const;

export type DocumentName = keyof typeof documents;

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const ids = Object.fromEntries(
  Object.entries(documents).map(([name, text]) => [name, idOf(text)]),
) as Record<DocumentName, string>;

/** Texts by id, in the Relay compiler's format. */
export const persistedTexts = (): Record<string, string> =>
  Object.fromEntries(Object.values(documents).map((text) => [idOf(text), text]));

export const known = (
  name: DocumentName,
  variables: Record<string, unknown>,
  session?: number,
): LoadRequest => ({
  path: '/graphql',
  method: 'POST',
  headers: {
    accept: 'application/graphql-response+json, application/json',
    'x-requested-with': 'tideweek',
    'content-type': 'application/json',
    ...(session !== undefined && { cookie: `tideweek=${sessionId(session)}` }),
  },
  body: JSON.stringify({ documentId: ids[name], variables }),
});
