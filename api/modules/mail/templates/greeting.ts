/**
 * 'Hello Ada,'. Anyone can register somebody else's address under any name: what looks like an
 * address of the web or of mail is left out, so that our mail can't carry other people's links.
 */
export const greeting = (firstName: string): string =>
  /[/:@\\]|\.\S|www/i.test(firstName)
    ? 'Hello,'
    : `Hello ${firstName.replace(/\s+/g, ' ').trim()},`;
