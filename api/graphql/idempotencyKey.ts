/** The input field with the idempotency key. @param what of the calls with one key */
export const idempotencyKeyOf = (what: string) =>
  [
    'String?',
    `Any text of 8 to 100 visible characters. Repeated calls with the same key ${what}.`,
  ] as const;
