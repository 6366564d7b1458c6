import { Readable } from 'node:stream';
import type { RequestContext } from '#api/context/context.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRequest, RestRoute } from '#api/rest/route.ts';
import {
  exportErrors,
  providerNames,
  runToItsEnd,
  syncHistory,
  type PlainOutcome,
} from './runs/plainRuns.ts';
import { weekFields, type WeekField } from '#api/context/sources.ts';
import { csvLines } from '#api/platform/files/csv.ts';
import { addDays, utcToday } from '#common/days.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';

/** Weeks to read by default (SPEC section 9); null in the request reads all. */
const defaultLimit = 10;

async function run(
  context: RequestContext,
  { params, body }: RestRequest,
  purpose: 'preview' | 'sync',
): Promise<PlainOutcome> {
  const { destination, priceMin, priceMax, limit = defaultLimit } = fieldsOf(body);
  const input = { destination, priceMin, priceMax, limit };
  const asked = { purpose, name: params['provider'] ?? '', input };
  return runToItsEnd(context.deps, await context.viewer(), asked, context.closed);
}

const csvNamed = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
});

export const inventoryRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/inventory/providers',
    access: 'admin',
    handle: async (context) => ({
      body: await providerNames(context.deps, await context.viewer()),
    }),
  },
  {
    method: 'GET',
    path: '/api/inventory/history',
    access: 'admin',
    handle: async (context) => ({ body: await syncHistory(context.deps, await context.viewer()) }),
  },
  {
    method: 'POST',
    path: '/api/inventory/preview/:provider',
    access: 'admin',
    handle: async (context, request) => {
      const { provider, total, imported, errors } = await run(context, request, 'preview');
      return { body: { total, imported, errors, provider } };
    },
  },
  {
    method: 'POST',
    path: '/api/inventory/sync/:provider',
    access: 'admin',
    handle: async (context, request) => {
      const { total, imported, errors } = await run(context, request, 'sync');
      return { body: { total, imported, errors } };
    },
  },
  {
    method: 'GET',
    path: '/api/admin/inventory/template',
    access: 'admin',
    handle: async (context) => ({
      headers: csvNamed('weeks-template'),
      file: Readable.from([weeksTemplate(await context.viewer())]),
    }),
  },
  {
    method: 'GET',
    path: '/api/admin/inventory/runs/:id/errors.csv',
    access: 'admin',
    handle: async (context, { params }) => {
      const id = params['id'] ?? '';
      const pieces = await exportErrors(context.deps, await context.viewer(), id);
      return {
        headers: csvNamed('inventory-errors'),
        file: Readable.from(pieces),
      };
    },
  },
];

/**
 * A CSV template for weeks: the columns and an example row.
 * @throws {SignInRequiredError | ForbiddenError}
 */
function weeksTemplate(viewer: Viewer | null): string {
  requireAdmin(viewer);
  const arrival = addDays(utcToday(), 90);
  const example: Record<WeekField, string> = {
    externalId: 'your-id-1',
    resortId: '',
    resortName: 'Example Resort (replace this line)',
    resortLocation: 'Oranjestad, Aruba',
    resortBrand: '',
    title: 'A week by the sea',
    description: 'What a guest should know about the week.',
    pricePerNight: '149.50',
    currency: 'USD',
    availableFrom: arrival,
    availableTo: addDays(arrival, 7),
    maxGuests: '4',
    bedrooms: '1',
    beds: '2',
    bathrooms: '1.5',
    kitchen: 'full',
    checkInTime: '16:00',
    unitType: '',
    view: '',
    ownership: '',
    season: '',
    weekNumber: '',
  };
  return csvLines([[...weekFields], weekFields.map((field) => example[field])]);
}
