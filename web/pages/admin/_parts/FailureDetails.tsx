import { Details } from './Details.tsx';
import styles from './FailureDetails.module.css';

interface FailureDetailsProps {
  /** Null where the words beside it say all there is. */
  text: string | null | undefined;
  /** What failed. */
  of: string;
}

/** What a program said of a failure that is told in words above. */
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
