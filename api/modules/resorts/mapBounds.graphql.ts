import { shownType } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import type { MapBounds } from '../search/mapBounds.ts';
import { shows } from '#api/graphql/shows.ts';

export const BoundsInput = builder.inputRef<MapBounds>('MapBoundsInput').implement({
  description: 'A part of the map in degrees, WGS 84.',
  fields: (t) => ({
    south: t.float({ required: true, description: 'Lowest latitude, -90 to 90.' }),
    west: t.float({
      required: true,
      description:
        'Longitude of the left side, -180 to 180; above `east` if it crosses the 180th meridian.',
    }),
    north: t.float({ required: true, description: 'Highest latitude, -90 to 90.' }),
    east: t.float({ required: true, description: 'Longitude of the right side, -180 to 180.' }),
  }),
});

export const BoundsType = shownType<MapBounds>('MapBounds', {
  extensions: shows(),
  description: 'A part of the map in degrees, WGS 84.',
  fields: {
    south: ['Float', 'Lowest latitude.'],
    west: ['Float', 'Lowest longitude.'],
    north: ['Float', 'Highest latitude.'],
    east: ['Float', 'Highest longitude.'],
  },
});
