/** Widths of an uploaded picture on the server, in pixels. */
const widths = [480, 960, 1440];

interface PictureSizes {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/**
 * Image attributes for a resort's picture. The browser chooses among the sizes of an uploaded
 * picture.
 * @param sizes The attribute of the same name.
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
