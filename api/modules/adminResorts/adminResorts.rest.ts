import { z } from 'zod';
import type { Resort } from '../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input.ts';
import type { RestRoute } from '../../rest/route.ts';
import { createResort, deleteResort, updateResort } from './adminResorts.ts';

const bodySchema = z.record(z.string(), z.unknown(), { error: 'The body must be a JSON object' });

/** A resort as SPEC section 3 names its fields, with its version. */
const resortJson = (resort: Resort) => {
  const { id, name, location, description, imageUrl, amenities, reviewCount } = resort;
  const { availableRentals, priceMin, priceMax, isNewAvailability, destination } = resort;
  const { brand, createdAt, version } = resort;
  return {
    ...{ id, name, location, description, imageUrl, amenities, reviewCount },
    ...{ availableRentals, priceMin, priceMax, isNewAvailability, destination },
    ...{ brand, createdAt, version, rating: Number(resort.rating) },
  };
};

export const adminResortRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/admin/resorts',
    access: 'admin',
    handle: async (context, { body }) => {
      const input = parseInput(bodySchema, body ?? {});
      const resort = await createResort(context.deps, await context.viewer(), input);
      return { status: 201, body: resortJson(resort) };
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/resorts/:id',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const input = { ...parseInput(bodySchema, body ?? {}), resortId: params['id'] };
      return { body: resortJson(await updateResort(context.deps, await context.viewer(), input)) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/admin/resorts/:id',
    access: 'admin',
    handle: async (context, { params }) => {
      const resortId = params['id'];
      await deleteResort(context.deps, await context.viewer(), { resortId });
      return { body: { id: resortId } };
    },
  },
];
