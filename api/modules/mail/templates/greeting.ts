/**
 * 'Hello Ada,'. Anyone can register somebody else's address under any name, so a name that looks
 * like a URL or an email address is left out: our mail must not carry foreign links.
 */
export const greeting = (firstName: string): string =>
  /[/:@\\]|\.\S|www/i.test(firstName)
    ? 'Hello,'
    : `Hello ${firstName.replace(/\s+/g, ' ').trim()},`;
