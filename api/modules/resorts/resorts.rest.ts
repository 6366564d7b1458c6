import { z } from 'zod';
import type { RequestContext } from '#api/context/context.ts';
import type { Resort } from '#api/generated/prisma/client.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { RestAnswer, RestRequest, RestRoute } from '#api/rest/route.ts';
import { resortSorts } from '../search/resortOrder.ts';
import type { ResortColumn } from '../search/resortRows.ts';
import { findResorts, readsResort, resortWhere, type ResortQuery } from './resorts.ts';

const pageSizes = { usual: 100, most: 500 };

const resortColumns = [
  'id',
  'name',
  'location',
  'description',
  'imageUrl',
  'amenities',
  'rating',
  'reviewCount',
  'availableRentals',
  'priceMin',
  'priceMax',
  'isNewAvailability',
  'destination',
  'brand',
  'createdAt',
] as const satisfies readonly ResortColumn[];

const resortSelect = Object.fromEntries(resortColumns.map((column) => [column, true])) as Record<
  (typeof resortColumns)[number],
  true
>;

/** A resort with the field names of SPEC section 3. */
const resortJson = (resort: Pick<Resort, (typeof resortColumns)[number]>) => ({
  ...resort,
  rating: Number(resort.rating),
});

/** Reads one page. If more follow, a Link header (RFC 8288) leads to the next one. */
async function listResorts(
  context: RequestContext,
  request: RestRequest,
  path: string,
  query: Omit<ResortQuery, 'sort'>,
): Promise<RestAnswer> {
  const { sort, limit, after } = parseInput(listQuery, request.query);
  const { edges, pageInfo } = await findResorts<Pick<Resort, (typeof resortColumns)[number]>>(
    context.deps,
    { ...query, sort },
    readPageArgs({ first: limit, after }, pageSizes),
    { columns: resortColumns },
  );
  const next = new URLSearchParams({
    ...(query.text && { q: query.text }),
    ...(sort && { sort }),
    ...(limit !== undefined && { limit: String(limit) }),
    after: pageInfo.endCursor ?? '',
  });
  return {
    body: edges.map(({ node }) => resortJson(node)),
    headers: pageInfo.hasNextPage ? { link: `<${path}?${next.toString()}>; rel="next"` } : {},
  };
}

const listQuery = z.object({
  sort: z.enum(resortSorts, { error: `sort must be one of ${resortSorts.join(', ')}` }).optional(),
  limit: z.coerce
    .number({ error: `limit must be a whole number from 1 to ${pageSizes.most}` })
    .int(`limit must be a whole number from 1 to ${pageSizes.most}`)
    .min(1, `limit must be a whole number from 1 to ${pageSizes.most}`)
    .max(pageSizes.most, `limit must be a whole number from 1 to ${pageSizes.most}`)
    .optional(),
  after: z.string().optional(),
});

export const resortRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/resorts',
    access: 'public',
    scope: 'resorts:read',
    isShared: true,
    handle: (context, request) => listResorts(context, request, '/api/resorts', {}),
  },
  {
    method: 'GET',
    path: '/api/resorts/search',
    access: 'public',
    scope: 'resorts:read',
    isShared: true,
    handle: (context, request) =>
      listResorts(context, request, '/api/resorts/search', { text: request.query['q'] }),
  },
  {
    method: 'GET',
    path: '/api/resorts/new-availability',
    access: 'public',
    scope: 'resorts:read',
    isShared: true,
    handle: (context, request) =>
      listResorts(context, request, '/api/resorts/new-availability', {
        filter: { isNewAvailability: true },
      }),
  },
  {
    method: 'GET',
    path: '/api/resorts/top',
    access: 'public',
    scope: 'resorts:read',
    isShared: true,
    handle: (context, request) => listResorts(context, request, '/api/resorts/top', {}),
  },
  {
    method: 'GET',
    path: '/api/resorts/:id',
    access: 'public',
    scope: 'resorts:read',
    isShared: true,
    handle: async ({ deps }, { params: { id = '' } }) => {
      const where = resortWhere(id);
      const resort =
        where && (await deps.database.prisma.resort.findUnique({ where, select: resortSelect }));
      readsResort(id, resort ?? null);
      if (!resort) {
        throw new NotFoundError('Resort not found');
      }
      return { body: resortJson(resort) };
    },
  },
];
