import { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';

/** Degrees, WGS 84. If west is greater than east, the area crosses the 180th meridian. */
export interface MapBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

export function checkBounds({ south, west, north, east }: MapBounds): void {
  const inRange = [
    [south, 90],
    [north, 90],
    [west, 180],
    [east, 180],
  ].every(([value = 0, limit = 0]) => Math.abs(value) <= limit);
  if (!inRange) {
    throw new InvalidInputError(
      'bounds',
      'bounds must be degrees: -90 to 90 for south and north, -180 to 180 for west and east',
    );
  }
  if (south > north) {
    throw new InvalidInputError('bounds', 'south must not be above north');
  }
}

export const boundsSql = ({ south, west, north, east }: MapBounds): Prisma.Sql => Prisma.sql`
  latitude BETWEEN ${south}::float8 AND ${north}::float8 AND ${
    west <= east
      ? Prisma.sql`longitude BETWEEN ${west}::float8 AND ${east}::float8`
      : Prisma.sql`(longitude >= ${west}::float8 OR longitude <= ${east}::float8)`
  }`;
