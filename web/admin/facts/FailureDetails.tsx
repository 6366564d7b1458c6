import { Details } from './Details.tsx';
import styles from './FailureDetails.module.css';

interface FailureDetailsProps {
  /** Null if the failure has no details beyond the message beside it. */
  text: string | null | undefined;
  of: string;
}

/** The technical message of a failure that is explained above. */
export function FailureDetails({ text, of }: FailureDetailsProps) {
  if (!text) return null;
  return (
    <div className="text-15">
      <Details of={of}>
        <code className={styles.code}>{text}</code>
      </Details>
    </div>
  );
}
