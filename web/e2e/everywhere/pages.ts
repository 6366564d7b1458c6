/** The pages of text: title and path. */
export const articles = [
  ['Travel Tips', '/travel-tips'],
  ['Owner Resources', '/owner-resources'],
  ['Help Center', '/help'],
  ['Safety & Trust', '/safety'],
  ['Terms of Service', '/terms'],
  ['Privacy Policy', '/privacy'],
] as const;
