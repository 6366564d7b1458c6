import { z } from 'zod';

export const formats = ['avif', 'jpg'] as const;

export type PictureFormat = (typeof formats)[number];

export const contentTypes: Record<PictureFormat, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
};

const widths = [400, 800, 1200, 1600];

/** Widths in which a picture is stored; never enlarged. @param width of the largest */
export const widthsOf = (width: number): number[] => [
  ...new Set(widths.map((each) => Math.min(each, width))),
];

export const prefix = 'pictures/';

export const keyOf = (id: string, format: PictureFormat, width: number): string =>
  `${prefix}${id}/${width}-${format}`;

export const keysOf = ({ id, width }: { id: string; width: number }): string[] =>
  widthsOf(width).flatMap((wide) => formats.map((format) => keyOf(id, format, wide)));

export const idInKey = (key: string): string | undefined => {
  const id = /^pictures\/([0-9a-f-]{36})\//.exec(key)?.[1];
  return z.uuid().safeParse(id).success ? id : undefined;
};

/** The address of a stored file, below the site's origin. */
export const addressOf = (id: string, format: PictureFormat, width: number): string =>
  `/media/pictures/${id}/${width}.${format}`;

/** `addressOf` as SQL; the arguments are SQL expressions. */
export const addressSql = (id: string, format: string, width: string): string =>
  `concat('/media/pictures/', ${id}, '/', ${width}, '.', ${format})`;

/** A SELECT of all files of a picture, in the order of `formats` and `widthsOf`. */
export const sourcesSql = (id: string, width: string): string =>
  `SELECT type AS "contentType", wide AS width, ${addressSql(id, 'format', 'wide')} AS url
   FROM (VALUES ${formats
     .map((format, place) => `(${place}, '${format}', '${contentTypes[format]}')`)
     .join(', ')}) AS formats (place, format, type)
   CROSS JOIN (SELECT DISTINCT least(${width}, size) AS wide
               FROM unnest(ARRAY[${widths.join(', ')}]) AS size) AS widths
   ORDER BY place, wide`;

/** The width and format in the last part of an address; undefined if there is no such file. */
export function readFileAddress(
  file: string,
  largest: number,
): { width: number; format: PictureFormat } | undefined {
  const [, digits, extension] = /^(\d{1,4})\.(\w+)$/.exec(file) ?? [];
  const format = formats.find((known) => known === extension);
  const width = widthsOf(largest).find((known) => String(known) === digits);
  return format && width ? { width, format } : undefined;
}
