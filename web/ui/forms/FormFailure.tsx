import styles from '../dialogs/FormDialog.module.css';

interface FormFailureProps {
  message: string | undefined;
}

/** Why a dialog's form could not be sent, when that is no single field's fault. */
export function FormFailure({ message }: FormFailureProps) {
  return <div role="alert">{message && <p className={styles.failure}>{message}</p>}</div>;
}
