import { takeFocus } from '../dialogs/takeFocus.ts';
import styles from '../dialogs/FormDialog.module.css';

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
        <p
          key={message}
          className={`padding-3-4 rounded red ${styles.failure}`}
          {...(takesFocus && { ref: takeFocus, tabIndex: -1 })}
        >
          {message}
        </p>
      )}
    </div>
  );
}
