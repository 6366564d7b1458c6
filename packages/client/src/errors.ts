export interface FieldError {
  /** Name of the input field. */
  field: string;
  /** What to correct, for people to read. */
  message: string;
}

interface Facts {
  code: string;
  fieldErrors?: readonly FieldError[] | undefined;
  requestId?: string | undefined;
  status?: number | undefined;
  retryAfter?: number | undefined;
}

/** A call that failed. Programs go by `code`; the message is for people. */
export class TideweekError extends Error {
  override readonly name = 'TideweekError';
  /**
   * `extensions.code` of an error, such as `BAD_USER_INPUT`, also for the error types of mutations;
   * `NO_ANSWER` if the connection was lost or the time is over; `HTTP_` and the status if the answer
   * is no GraphQL.
   */
  readonly code: string;
  /** The problems by input field. */
  readonly fieldErrors: readonly FieldError[];
  /** Name the request when you report a problem. */
  readonly requestId: string | undefined;
  /** The HTTP status of an answer with errors. */
  readonly status: number | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, fieldErrors = [], requestId, status, retryAfter }: Facts) {
    const details = fieldErrors.map((each) => `${each.field}: ${each.message}`);
    super([message, ...details].join('\n  '));
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.requestId = requestId;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
