/** Databases fold some letters to ASCII (U+0130 to i, U+212A to k); a constraint says the same. */
export const plainName = /^[\x21-\x7e]+$/;

/** The form for look-ups, comparison and counting. @param name visible ASCII, in any case */
export const canonicalName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const isSameName = (one: string, other: string): boolean =>
  canonicalName(one) === canonicalName(other);
