export type FieldErrors<TField extends string = string> = Partial<Record<TField, string>>;

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The server's field errors by form field; the first message of a field wins. */
export function fieldErrorsOf<TField extends string>(
  fields: readonly TField[],
  errors: readonly FieldError[],
): FieldErrors<TField> {
  const result: FieldErrors<TField> = {};
  for (const { field, message } of errors) {
    const name = fields.find((candidate) => candidate === field.split('.').at(-1));
    if (name !== undefined) result[name] ??= message;
  }
  return result;
}
