/** Pixels across in which the server keeps an uploaded picture. */
const widths = [480, 960, 1440];

interface PictureSizes {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/**
 * What an image element needs for a resort's picture. An uploaded one comes in several sizes, of which
 * the browser takes what fits.
 * @param sizes how wide it is shown, as the attribute of the same name says it
 */
export function pictureSizes(imageUrl: string, sizes: string): PictureSizes {
  const [, base] = /^(\/media\/resorts\/[0-9a-f-]+\/)\d+\.webp$/.exec(imageUrl) ?? [];
  if (base === undefined) return { src: imageUrl };
  return {
    src: imageUrl,
    srcSet: widths.map((width) => `${base}${width}.webp ${width}w`).join(', '),
    sizes,
  };
}
