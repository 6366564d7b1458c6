import { useRef, useState, type ChangeEvent, type FormEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { fieldErrorsOf, type FieldErrors } from '#web/relay/fieldErrors.ts';
import { RefusedError, messageOf } from '#web/relay/refusal.ts';
import { useUnsavedWork, type LostBy } from '../dialogs/unsavedWork.ts';
import { useTakeOver } from './useTakeOver.ts';

interface FormOptions<TForm extends Record<keyof TForm, string>> {
  /** The initial, saved values: other values are unsaved work. */
  initial: TForm;
  validate: (form: TForm) => FieldErrors<Extract<keyof TForm, string>>;
  /** Navigation that loses unsaved values. Defaults to any change of the URL. */
  lostBy?: LostBy;
  /** Sends the valid form. Throws a RefusedError if the server refuses. */
  send: (form: TForm) => Promise<void>;
  /** Shown if an error has no message. Defaults to 'Please try again'. */
  fallbackMessage?: string;
  /** The form's name of a server's field. Defaults to the last part of its path. */
  fieldOf?: (serversField: string, form: TForm) => string;
  /** Called after a failure, for example to show a toast. `message` is '' if the error has none. */
  onFailure?: (failure: FormFailure) => void;
}

export interface FormFailure {
  error: unknown;
  message: string;
  isAtField: boolean;
}

interface FieldProps {
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

interface Form<TForm extends Record<keyof TForm, string>> {
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  values: TForm;
  errors: FieldErrors<Extract<keyof TForm, string>>;
  /** Why the form could not be sent, unless fields show their own errors. */
  failure: string | undefined;
  /** Changes fields other than by their own inputs. */
  change: (changes: Partial<TForm>) => void;
  /** The properties of an input. The hint is shown unless there is an error. */
  field: (name: Extract<keyof TForm, string>, hint?: string) => FieldProps;
  /** Delays a submit until a lookup has ended that may change the form. */
  waitFor: (lookUp: Promise<void>) => void;
  submit: (event: FormEvent) => void;
}

export function useForm<TForm extends Record<keyof TForm, string>>(
  options: FormOptions<TForm>,
): Form<TForm> {
  type Field = Extract<keyof TForm, string>;
  const { initial } = options;
  const [values, setValues] = useState(initial);
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const { errors, showErrors, clearErrors } = useFieldErrors<Field>(formRef);
  const latest = useRef(values);
  const isBusy = useRef(false);
  const lookUp = useRef<Promise<void>>(undefined);
  useTakeOver(formRef);
  const names = Object.keys(initial) as Field[];
  useUnsavedWork(
    !isSending && names.some((name) => values[name] !== initial[name]),
    options.lostBy,
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const { fieldOf = (field: string) => field } = options;
    try {
      if (lookUp.current) await lookUp.current;
      const form = latest.current;
      const found = options.validate(form);
      showErrors(found);
      if (Object.keys(found).length > 0) return;
      setIsSending(true);
      setFailure(undefined);
      await options.send(form);
    } catch (error) {
      const fieldErrors = error instanceof RefusedError ? error.fieldErrors : [];
      const refused = fieldErrorsOf<Field>(
        names,
        fieldErrors.map((each) => ({ ...each, field: fieldOf(each.field, latest.current) })),
      );
      const isAtField = Object.keys(refused).length > 0;
      showErrors(refused);
      if (!isAtField) setFailure(messageOf(error, options.fallbackMessage ?? 'Please try again'));
      options.onFailure?.({ error, message: messageOf(error, ''), isAtField });
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  };

  const change = (changes: Partial<TForm>) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    clearErrors(Object.keys(changes));
  };

  return {
    formRef,
    isSending,
    values,
    errors,
    failure,
    change,
    waitFor: (promise) => {
      lookUp.current = promise;
    },
    submit: (event) => void submit(event),
    field: (name, hint) => ({
      name,
      value: values[name],
      error: errors[name] !== undefined,
      helperText: errors[name] ?? hint,
      onChange: ({ target }) => change({ [name]: target.value } as Partial<TForm>),
    }),
  };
}

function useFieldErrors<TField extends string>(formRef: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors<TField>>({});
  const showErrors = (found: FieldErrors<TField>) => {
    // An error may expand the part of the form that contains its field.
    flushSync(() => setErrors(found));
    const inputs =
      formRef.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
        'input[name], select[name], textarea[name]:not([aria-hidden])',
      ) ?? [];
    [...inputs].find(({ name }) => name in found)?.focus();
  };
  const clearErrors = (names: string[]) =>
    setErrors((current) => ({
      ...current,
      ...Object.fromEntries(names.map((name) => [name, undefined])),
    }));
  return { errors, showErrors, clearErrors };
}
