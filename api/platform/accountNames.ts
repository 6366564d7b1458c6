/**
 * What usernames and e-mail addresses of accounts are made of: visible ASCII. Other letters are
 * refused, since databases fold some of them to plain ones (U+0130 to i, U+212A to k). The table
 * users has the same rule.
 */
export const plainName = /^[\x21-\x7e]+$/;

/**
 * The one form of a username or e-mail address in which accounts are found, compared and counted.
 * @param name a plain name; its case doesn't matter
 */
export const canonicalName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const isSameName = (one: string, other: string): boolean =>
  canonicalName(one) === canonicalName(other);
