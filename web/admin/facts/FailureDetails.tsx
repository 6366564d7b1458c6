import { Details } from './Details.tsx';
import styles from './FailureDetails.module.css';

interface FailureDetailsProps {
  /** Null if there is nothing to add to the message beside it. */
  text: string | null | undefined;
  /** What failed. */
  of: string;
}

/** The technical message of a failure that is explained above. */
export function FailureDetails({ text, of }: FailureDetailsProps) {
  if (!text) return null;
  return (
    <div className={styles.details}>
      <Details of={of}>
        <code>{text}</code>
      </Details>
    </div>
  );
}
