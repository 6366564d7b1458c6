/**
 * A name in one line, or the fallback if the name looks like a URL or an email address: anyone can
 * register somebody else's address under any name, and our mail must not carry foreign links.
 */
export const sayable = (name: string, instead: string): string =>
  /[/:@\\]|\.\S|www/i.test(name) ? instead : name.replace(/\s+/g, ' ').trim();

/** 'Hello Ada,'; 'Hello,' without a name. */
export const greeting = (firstName: string): string => {
  const name = sayable(firstName, '');
  return name === '' ? 'Hello,' : `Hello ${name},`;
};
