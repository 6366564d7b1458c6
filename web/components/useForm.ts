import { useRef, useState, type ChangeEvent, type FormEvent, type RefObject } from 'react';
import type { FieldErrors } from '../relay/fieldErrors.ts';

interface FormOptions<TForm extends Record<keyof TForm, string>> {
  initial: TForm;
  validate: (form: TForm) => FieldErrors<Extract<keyof TForm, string>>;
  /** Sends the valid form; answers with the server's field errors, if any. */
  send: (form: TForm) => Promise<FieldErrors<Extract<keyof TForm, string>>>;
}

interface FieldProps {
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

interface Form<TField extends string> {
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  field: (name: TField) => FieldProps;
  submit: (event: FormEvent) => void;
}

/** A form's values and errors; the first field in error gets the focus. */
export function useForm<TForm extends Record<keyof TForm, string>>(
  options: FormOptions<TForm>,
): Form<Extract<keyof TForm, string>> {
  type Field = Extract<keyof TForm, string>;
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [isSending, setIsSending] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  const showErrors = (found: FieldErrors<Field>) => {
    setErrors(found);
    const inputs =
      formRef.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'input[name], textarea[name]',
      ) ?? [];
    [...inputs].find(({ name }) => name in found)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const found = options.validate(values);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    try {
      showErrors(await options.send(values));
    } finally {
      setIsSending(false);
    }
  };

  return {
    formRef,
    isSending,
    submit: (event) => void submit(event),
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name] !== undefined,
      helperText: errors[name],
      onChange: (event) => {
        const { value } = event.target;
        setValues((current) => ({ ...current, [name]: value }));
        setErrors((current) => ({ ...current, [name]: undefined }));
      },
    }),
  };
}
