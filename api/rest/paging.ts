import { z } from 'zod';
import { readPageArgs, type Page, type PageRequest } from '../platform/database/cursors.ts';
import { parseInput } from '../platform/input/input.ts';
import type { RestRequest } from './route.ts';

interface Sizes {
  usual: number;
  most: number;
}

export function pageQuery({ usual, most }: Sizes) {
  const message = `limit must be a whole number from 1 to ${most}`;
  const limit = z.coerce.number({ error: message }).int(message).min(1, message);
  return z.object({
    limit: limit.max(most, message).describe(`${usual} without it.`).optional(),
    after: z.string().describe('From the header Link of the page before.').optional(),
  });
}

/** @throws {InvalidInputError} naming limit or after */
export function readPage(query: RestRequest['query'], sizes: Sizes): PageRequest {
  const { limit: first, after } = parseInput(pageQuery(sizes), query);
  return readPageArgs({ first, after }, sizes);
}

/** If more follow, a Link header (RFC 8288) leads to the next page. @param query of this page */
export function linkToNext(
  path: string,
  query: RestRequest['query'],
  { endCursor, hasNextPage }: Page<unknown>['pageInfo'],
): Record<string, string> {
  const given = Object.entries({ ...query, after: endCursor }).filter(([, value]) => value);
  const next = new URLSearchParams(given as [string, string][]);
  return hasNextPage ? { link: `<${path}?${next.toString()}>; rel="next"` } : {};
}
