export type FieldErrors<TField extends string = string> = Partial<Record<TField, string>>;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * The server's field errors by form field; the first message of a field wins. Forms have prices in
 * dollars: `price` is the server's `priceCents`.
 */
export function fieldErrorsOf<TField extends string>(
  fields: readonly TField[],
  errors: readonly FieldError[],
): FieldErrors<TField> {
  const result: FieldErrors<TField> = {};
  for (const { field, message } of errors) {
    const last = field
      .split('.')
      .at(-1)
      ?.replace(/Cents$/, '');
    const name = fields.find((candidate) => candidate === last);
    if (name !== undefined) result[name] ??= message;
  }
  return result;
}
