import type { Picture } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { command } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { inSql, publicIf } from '#api/graphql/sql/sqlFields.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { isPublic } from '../listings/listings.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { addressOf, addressSql, contentTypes, formats, sourcesSql, widthsOf } from './files.ts';
import {
  addPicture,
  deletePicture,
  describePicture,
  mostPictures,
  orderPictures,
} from './pictures.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { shows } from '#api/graphql/shows.ts';

interface PictureSource {
  contentType: string;
  width: number;
  url: string;
}

const PictureSourceType = shownType<PictureSource>('PictureSource', {
  extensions: shows(),
  description: 'A file of a picture: one of its sizes in one format.',
  fields: {
    contentType: 'The format: image/avif or image/jpeg.',
    width: ['Int', 'Its width in pixels.'],
    url: 'Its address, relative to the site. The content of an address never changes.',
  },
});

const usualWidth = 800;

builder.prismaNode('Picture', {
  description:
    'A picture of a resort, or of a listing. Those of a listing have the same readers as the listing.',
  nullable: true,
  authScopes: ({ listing }) =>
    listing === null || isPublic(listing)
      ? { public: true, token: listing === null ? 'resorts:read' : 'listings:read' }
      : {
          admin: true,
          self: listing.ownerId ?? undefined,
          tokenOf: { account: listing.ownerId, scope: 'listings:read' },
        },
  extensions: {
    ...shows(),
    ...publicIf(`{listingId} IS NULL OR
      EXISTS (SELECT FROM listings WHERE id = {listingId} AND (on_offer OR on_sale))`),
  },
  select: { id: true, listing: { select: { onOffer: true, onSale: true, ownerId: true } } },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('picture', 'The plain id, as in its addresses.')),
    ...columns<Picture>(t, {
      alt: 'What it shows, plain text.',
      position: [
        'Int',
        `Its place among the pictures of the listing or resort, 1 to ${mostPictures}.`,
      ],
      width: ['Int', 'Width of its largest size in pixels.'],
      height: ['Int', 'Height of its largest size in pixels.'],
      placeholder: 'A data URI of a few pixels, to show blurred until the picture is loaded.',
    }),
    url: t.string({
      description: 'Address of one file, for clients that choose none of `sources`.',
      select: { width: true, drawing: true },
      extensions: inSql({
        never: 'null',
        sql: `CASE WHEN {drawing} IS NULL THEN ${addressSql('{id}', `'jpg'`, `least(${usualWidth}, {width})`)}
              ELSE '/pictures/' || {drawing} || '.svg' END`,
      }),
      resolve: ({ id, width, drawing }) =>
        drawing === null
          ? addressOf(id, 'jpg', Math.min(usualWidth, width))
          : `/pictures/${drawing}.svg`,
    }),
    sources: t.field({
      type: [PictureSourceType],
      complexity: { field: 1, multiplier: 1 },
      description:
        'Its files, the smaller format and the smaller sizes first. Empty for drawings of the sample data, which scale.',
      select: { width: true, drawing: true },
      extensions: inSql({
        items: `SELECT * FROM (${sourcesSql('{id}', '{width}')}) AS files WHERE {drawing} IS NULL`,
        columns: ['contentType', 'width', 'url'],
      }),
      resolve: ({ id, width, drawing }) =>
        drawing === null
          ? formats.flatMap((format) =>
              widthsOf(width).map((wide) => ({
                contentType: contentTypes[format],
                width: wide,
                url: addressOf(id, format, wide),
              })),
            )
          : [],
    }),
  }),
});

const isCount = (first: number | null | undefined): first is number =>
  first != null && first >= 1 && first <= mostPictures;

/** @throws {InvalidInputError} naming first */
function readCount(first: number | null | undefined): number {
  if (first != null && !isCount(first)) {
    throw new InvalidInputError('first', `first must be 1 to ${mostPictures}`);
  }
  return first ?? mostPictures;
}

for (const type of [ListingType, OwnListingType, ResortType] as const) {
  builder.prismaObjectFields(type as typeof ListingType, (t) => ({
    pictures: t.relation('pictures', {
      description: `Its pictures in their order, ${mostPictures} at most.`,
      args: argsOf({
        first: ['Int?', 'How many from the start. Defaults to all.'],
      }),
      complexity: ({ first }) => ({
        field: 1,
        multiplier: isCount(first) ? first : mostPictures,
      }),
      query: ({ first }) => ({ orderBy: { position: 'asc' }, take: readCount(first) }),
    }),
    pictureCount: t.relationCount('pictures', {
      description: 'How many pictures it has.',
      extensions: inSql({ count: 'pictures' }),
    }),
  }));
}

const target = {
  listing: idOf('listing', 'It must be yours. Instead of `resortId`.'),
  resort: idOf('resort', 'For administrators. Instead of `listingId`.'),
};

const AddPictureInput = builder.inputType('AddPictureInput', {
  description: 'A picture to add, after the others.',
  fields: (t) => ({
    listingId: t.id(target.listing),
    resortId: t.id(target.resort),
    alt: t.string({
      required: true,
      description: 'What it shows, for those who cannot see it; 1 to 200 characters.',
    }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. Calls that are repeated with the same key add only one picture.',
    }),
  }),
});

const OrderPicturesInput = builder.inputType('OrderPicturesInput', {
  description: 'The pictures of a listing or resort in their new order.',
  fields: (t) => ({
    listingId: t.id(target.listing),
    resortId: t.id(target.resort),
    pictureIds: t.idList({ required: true, ...idOf('picture', 'Each of its pictures once.') }),
  }),
});

interface Changed {
  listingId?: string | null;
  resortId?: string | null;
}

const ownerNow = (description: string) => (name: string) =>
  builder.objectRef<Changed>(name).implement({
    description,
    fields: (t) => ({
      listing: t.prismaField({
        type: OwnListingType,
        nullable: true,
        description: 'The listing as it is now; its status says whether it is reviewed again.',
        resolve: (query, { listingId }, _args, { deps }) =>
          deps.database.prisma.listing.findUnique({
            ...query,
            where: { id: idToFind(listingId ?? '') },
          }),
      }),
      resort: t.prismaField({
        type: ResortType,
        nullable: true,
        description: 'The resort as it is now.',
        resolve: (query, { resortId }, _args, { deps }) =>
          deps.database.prisma.resort.findUnique({
            ...query,
            where: { id: idToFind(resortId ?? '') },
          }),
      }),
    }),
  });

command('addPicture', {
  type: ownerNow('The picture was added, after the others.'),
  description: `Adds a picture to a listing of yours, or to a resort as an administrator; ${mostPictures} at most. JPEG, PNG or WebP, of at most 15 MB and 60 million pixels. A verified listing goes to review again.`,
  authScopes: { signedIn: true, token: 'listings:write' },

  args: argsOf({
    input: [AddPictureInput, 'What to add it to.'],
    file: ['Upload', 'The picture to upload.'],
  }),
  resolve: async ({ input, file }, { deps, account }) => {
    const { createReadStream } = await file;
    return addPicture(deps, await account(), input, () => createReadStream());
  },
});

command('orderPictures', {
  type: ownerNow('The pictures have the new order.'),
  description: 'Puts all pictures of a listing of yours, or of a resort, in a new order.',
  authScopes: { signedIn: true, token: 'listings:write' },

  input: [OrderPicturesInput, 'The owner of the pictures, and their ids in the new order.'],
  resolve: async (input, { deps, account }) => orderPictures(deps, await account(), input),
});

command('describePicture', {
  type: ownerNow('The description was changed.'),
  description: 'Changes the description of a picture of a listing of yours, or of a resort.',
  authScopes: { signedIn: true, token: 'listings:write' },

  input: ['The picture and what it shows.', 'A picture and its new description.'],
  fields: {
    pictureId: idOf('picture'),
    alt: ['String', 'What it shows; 1 to 200 characters.'],
  },
  resolve: async (input, { deps, account }) => describePicture(deps, await account(), input),
});

command('deletePicture', {
  type: ownerNow('The picture was deleted.'),
  description: 'Deletes a picture of a listing of yours, or of a resort. It cannot be restored.',
  authScopes: { signedIn: true, token: 'listings:write' },

  input: ['What to delete.', 'A picture to delete.'],
  fields: {
    pictureId: idOf('picture'),
  },
  resolve: async (input, { deps, account }) =>
    deletePicture(deps, await account(), input.pictureId),
});
