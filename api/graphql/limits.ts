/** The most that one operation may ask for, fragments opened; docs/partners.md tells partners. */
export const operationLimits = {
  /** Points, by the `complexity` of fields. */
  complexity: 5_000,
  /** Levels of fields. */
  depth: 12,
  /** Fields. */
  breadth: 300,
  /** Fields and fragments. */
  selections: 600,
  aliases: 30,
  /** Times that one field stands at one place of the answer. */
  repeats: 20,
};

/** Lexical tokens in one document. */
export const maxTokens = 2_000;

/** Lines in one document: to find the place of an error takes time for each. */
export const maxLines = 1_000;

/** Errors of validation, and of an answer. */
export const maxErrors = { invalid: 10, answered: 100 };

/** Places in the document that an error names, and characters of its message. */
export const errorLimits = { locations: 5, message: 1_000 };

/** Bytes of a request body. */
export const maxBodyBytes = 100_000;

/** Bytes of the operation in a multipart request; to put a file in its place takes their square. */
export const maxBytesBesideFile = 4_000;

/** Milliseconds that one operation may take. */
export const maxOperationTime = 10_000;

/** Milliseconds that one operation with a file may take, which arrives meanwhile. */
export const maxUploadTime = 15 * 60_000;

/** Objects on one page of a connection. */
export const maxPageSize = 100;

/** What a page holds when nothing is said. */
export const defaultPageSize = 12;
