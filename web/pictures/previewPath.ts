/**
 * The preview picture of a resort's or sale's page on other sites: a JPEG of 1200 by 630 pixels.
 */
export const previewPath = (kind: 'resort' | 'sale', id: string): string =>
  `/media/previews/${kind}/${id}.jpg`;
