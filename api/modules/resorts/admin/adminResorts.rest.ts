import { Readable } from 'node:stream';
import type { Resort } from '#api/generated/prisma/client.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { createResort, deleteResort, updateResort } from './adminResorts.ts';
import {
  continueResortImport,
  exportResorts,
  importTemplate,
  startResortImport,
} from './resortImport.ts';
import { readResortPicture, uploadResortPicture } from './resortPictures.ts';

/** A resort with the field names of SPEC section 3, and its version. */
const resortJson = (resort: Resort) => {
  const { id, name, location, description, imageUrl, amenities, reviewCount } = resort;
  const { availableRentals, priceMin, priceMax, isNewAvailability, destination } = resort;
  const { brand, createdAt, version } = resort;
  return {
    id,
    name,
    location,
    description,
    imageUrl,
    amenities,
    reviewCount,
    availableRentals,
    priceMin,
    priceMax,
    isNewAvailability,
    destination,
    brand,
    createdAt,
    version,
    rating: Number(resort.rating),
  };
};

export const adminResortRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/admin/resorts/export',
    access: 'admin',
    handle: async (context) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="resorts.csv"',
      },
      file: Readable.from(exportResorts(context.deps, await context.viewer())),
    }),
  },
  {
    method: 'GET',
    path: '/api/admin/resorts/template',
    access: 'admin',
    handle: async (context) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="resorts-template.csv"',
      },
      file: Readable.from([importTemplate(await context.viewer())]),
    }),
  },
  {
    method: 'POST',
    path: '/api/admin/resorts/imports',
    access: 'admin',
    takesFile: true,
    handle: async (context, { file }) => ({
      status: 201,
      body: await startResortImport(context.deps, await context.viewer(), file),
    }),
  },
  {
    method: 'POST',
    path: '/api/admin/resorts/imports/:id',
    access: 'admin',
    handle: async (context, { params }) => ({
      body: await continueResortImport(context.deps, await context.viewer(), params['id'] ?? ''),
    }),
  },
  {
    method: 'POST',
    path: '/api/admin/resorts/pictures',
    access: 'admin',
    takesFile: true,
    handle: async (context, { file, query }) => {
      const crop = query['width'] === undefined ? undefined : query;
      const imageUrl = await uploadResortPicture(context.deps, await context.viewer(), file, crop);
      return { status: 201, body: { imageUrl } };
    },
  },
  {
    method: 'GET',
    path: '/media/resorts/:id/:file',
    access: 'public',
    handle: async ({ deps }, { params }) => {
      const { size, content } = await readResortPicture(
        deps,
        params['id'] ?? '',
        params['file'] ?? '',
      );
      return {
        headers: {
          'content-type': 'image/webp',
          'content-length': String(size),
          // The content of an address never changes.
          'cache-control': 'public, max-age=31536000, immutable',
        },
        file: content,
      };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/resorts',
    access: 'admin',
    handle: async (context, { body }) => {
      const input = fieldsOf(body);
      const resort = await createResort(context.deps, await context.viewer(), input);
      return { status: 201, body: resortJson(resort) };
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/resorts/:id',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const input = { ...fieldsOf(body), resortId: params['id'] };
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
