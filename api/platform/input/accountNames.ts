/**
 * Usernames and e-mail addresses are visible ASCII. Other letters are refused, since databases fold
 * some of them to ASCII (U+0130 to i, U+212A to k). The table users has the same constraint.
 */
export const plainName = /^[\x21-\x7e]+$/;

/**
 * The canonical form of a username or e-mail address, for look-ups, comparison and counting.
 * @param name Visible ASCII, in any case.
 */
export const canonicalName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const isSameName = (one: string, other: string): boolean =>
  canonicalName(one) === canonicalName(other);
