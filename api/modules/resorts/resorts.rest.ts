import { z } from 'zod';
import type { RequestContext } from '#api/context/context.ts';
import type { Resort } from '#api/generated/prisma/client.ts';
import { requireFound } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { linkToNext, pageQuery, readPage } from '#api/rest/paging.ts';
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

async function listResorts(
  context: RequestContext,
  request: RestRequest,
  path: string,
  query: Omit<ResortQuery, 'sort'>,
): Promise<RestAnswer> {
  const { sort } = parseInput(listQuery, request.query);
  const { edges, pageInfo } = await findResorts<Pick<Resort, (typeof resortColumns)[number]>>(
    context.deps,
    { ...query, sort },
    readPage(request.query, pageSizes),
    { columns: resortColumns },
  );
  return {
    body: edges.map(({ node }) => resortJson(node)),
    headers: linkToNext(
      path,
      { q: query.text ?? undefined, sort, limit: request.query['limit'] },
      pageInfo,
    ),
  };
}

const listQuery = z.object({
  sort: z.enum(resortSorts, { error: `sort must be one of ${resortSorts.join(', ')}` }).optional(),
});

const resortAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  location: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  amenities: z.array(z.string()),
  rating: z.number().describe('0 without reviews.'),
  reviewCount: z.int(),
  availableRentals: z.int(),
  priceMin: z.int().describe('US dollars a night, as is `priceMax`.'),
  priceMax: z.int(),
  isNewAvailability: z.boolean(),
  destination: z.string(),
  brand: z.string().nullable(),
  createdAt: z.iso.datetime(),
} satisfies Record<(typeof resortColumns)[number], z.ZodType>);

const listRoute = (
  path: string,
  summary: string,
  queryOf: (request: RestRequest) => Omit<ResortQuery, 'sort'> = () => ({}),
  query = {},
): RestRoute => ({
  about: {
    summary,
    query: listQuery.extend(pageQuery(pageSizes).shape).extend(query),
    isPaged: true,
    answer: z.array(resortAnswer),
  },
  method: 'GET',
  path,
  access: 'public',
  scope: 'resorts:read',
  isShared: true,
  handle: (context, request) => listResorts(context, request, path, queryOf(request)),
});

export const resortRoutes: RestRoute[] = [
  listRoute('/api/resorts', 'All resorts.'),
  listRoute(
    '/api/resorts/search',
    'Resorts that match a text.',
    ({ query }) => ({ text: query['q'] }),
    { q: z.string().describe('Words of the name, place or amenities.').optional() },
  ),
  listRoute('/api/resorts/new-availability', 'Resorts with new weeks.', () => ({
    filter: { isNewAvailability: true },
  })),
  listRoute('/api/resorts/top', 'Resorts, best rated first.'),
  {
    method: 'GET',
    path: '/api/resorts/:id',
    access: 'public',
    scope: 'resorts:read',
    about: {
      summary: 'One resort.',
      params: { id: 'The resort, or the last part of its address on the site.' },
      answer: resortAnswer,
    },
    isShared: true,
    handle: async ({ deps }, { params: { id = '' } }) => {
      const where = resortWhere(id);
      const resort =
        where && (await deps.database.prisma.resort.findUnique({ where, select: resortSelect }));
      readsResort(id, resort ?? null);
      requireFound(resort, 'Resort not found');
      return { body: resortJson(resort) };
    },
  },
];
