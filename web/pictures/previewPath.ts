/** The picture that is shown where a page of a resort or a sale is shared: a JPEG of 1200 by 630. */
export const previewPath = (kind: 'resort' | 'sale', id: string): string =>
  `/media/previews/${kind}/${id}.jpg`;
