/** The most that one operation may ask for; docs/partners.md tells partners. */
export const complexityLimits = { complexity: 5_000, depth: 12, breadth: 300 };

/** Lexical tokens in one document. */
export const maxTokens = 2_000;

/** Aliases in one document. */
export const maxAliases = 30;

/** Bytes of a request body. */
export const maxBodyBytes = 100_000;

/** Milliseconds that one operation may take. */
export const maxOperationTime = 10_000;

/** Milliseconds that one operation with a file may take, which arrives meanwhile. */
export const maxUploadTime = 15 * 60_000;

/** Objects on one page of a connection. */
export const maxPageSize = 100;

/** What a page holds when nothing is said. */
export const defaultPageSize = 12;
