import styles from '../dialogs/FormDialog.module.css';

interface FormFailureProps {
  message: string | undefined;
}

/** Why a form could not be sent, if that is not an error of a single field. */
export function FormFailure({ message }: FormFailureProps) {
  return <div role="alert">{message && <p className={styles.failure}>{message}</p>}</div>;
}
