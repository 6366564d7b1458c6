import { pageCostOf, readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';

/** Limits of one operation, with fragments expanded; documented in docs/partners.md. */
export const operationLimits = {
  complexity: 5_000,
  depth: 12,
  breadth: 300,
  selections: 600,
  aliases: 30,
  /** Occurrences of one field at one place of the response. */
  repeats: 20,
  /** Root fields that search (`rootCosts.ts`). */
  searches: 3,
};

export const maxTokens = 2_000;

/** Lines in one document: locating each error takes time per line. */
export const maxLines = 1_000;

/** Validation errors, and errors in a response. */
export const maxErrors = { invalid: 10, answered: 100 };

export const errorLimits = { locations: 5, message: 1_000 };

export const maxBodyBytes = 100_000;

/** With a token that works: a body may hold hundreds of rows. */
export const maxTokenBodyBytes = 1_000_000;

/** Bytes of the operation in a multipart request: inserting the file takes quadratic time. */
export const maxBytesBesideFile = 4_000;

/** Milliseconds that one operation may take. */
export const maxOperationTime = 10_000;

/** Milliseconds that one operation with a file may take, including the upload. */
export const maxUploadTime = 15 * 60_000;

export const maxPageSize = 100;

const defaultPageSize = 12;

export const pageCost = pageCostOf(defaultPageSize);

export const pageSizes = { usual: defaultPageSize, most: maxPageSize };

/** @throws {InvalidInputError} naming the argument */
export const readPage = (args: PageArgs) => readPageArgs(args, pageSizes);
