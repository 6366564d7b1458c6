import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../basics/Button.tsx';
import { takeFocus } from '../dialogs/takeFocus.ts';
import styles from '../dialogs/FormDialog.module.css';
import type { useForm } from './useForm.ts';

interface FormProps {
  form: Pick<ReturnType<typeof useForm>, 'formRef' | 'submit' | 'isSending' | 'failure'>;
  label?: string;
  className?: string | undefined;
  autoComplete?: 'off';
  children: ReactNode;
}

/** The frame of a form; `method` keeps typed values out of the URL if it is sent before scripts run. */
export function Form({ form: { formRef, submit }, label, ...rest }: FormProps) {
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label={label} {...rest} />
  );
}

interface ButtonFormProps extends FormProps {
  submit: string;
  sending?: string;
}

/** A form that ends with its failure and one button. */
export function PageForm({
  submit,
  sending = 'Saving…',
  look = { variant: 'main' },
  children,
  ...props
}: ButtonFormProps & { look?: ButtonLook }) {
  const { isSending, failure } = props.form;
  return (
    <Form {...props}>
      {children}
      <FormFailure message={failure} />
      <Button type="submit" variant="contained" {...look} aria-busy={isSending}>
        {isSending ? sending : submit}
      </Button>
    </Form>
  );
}

/** Like PageForm; in a dialog the button stays visible. */
export function DialogForm({ submit, sending, children, ...props }: ButtonFormProps) {
  const { isSending, failure } = props.form;
  return (
    <Form {...props}>
      {children}
      <FormFailure message={failure} />
      <FormActions>
        <SubmitButton isSending={isSending} sending={sending}>
          {submit}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

interface FormFailureProps {
  message: string | undefined;
  /** Moves the focus, and so the view, to the message when it appears. */
  takesFocus?: boolean;
}

/** Why a form could not be sent, unless a single field has the error. */
export function FormFailure({ message, takesFocus = false }: FormFailureProps) {
  return (
    <div role="alert">
      {message && (
        <p key={message} className="problem" {...(takesFocus && { ref: takeFocus, tabIndex: -1 })}>
          {message}
        </p>
      )}
    </div>
  );
}

/** The buttons at the end of a form. In a dialog they stay visible while the rest scrolls. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={`cluster gap-3 whole-row ${styles.actions}`}>{children}</div>;
}

interface SubmitButtonProps {
  isSending: boolean;
  sending?: string;
  children: ReactNode;
}

export function SubmitButton({ isSending, sending = 'Saving…', children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="main" size="large" aria-busy={isSending}>
      {isSending ? sending : children}
    </Button>
  );
}
