import type { ReactNode } from 'react';
import { FormActions } from './FormActions.tsx';
import { FormFailure } from './FormFailure.tsx';
import { SubmitButton } from './SubmitButton.tsx';
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

interface DialogFormProps extends FormProps {
  /** Labels of the button, before and while sending. */
  submit: string;
  sending?: string;
}

/** A form that ends with its failure and one button, which stays visible in a dialog. */
export function DialogForm({ submit, sending, children, ...props }: DialogFormProps) {
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
