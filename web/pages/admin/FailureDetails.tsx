import styles from './FailureDetails.module.css';

interface FailureDetailsProps {
  /** Null where the words beside it say all there is. */
  text: string | null | undefined;
  /** What failed, for those who hear "Details" without seeing what stands above it. */
  of: string;
}

/** What a program said of a failure that is told in words above. */
export function FailureDetails({ text, of }: FailureDetailsProps) {
  if (!text) return null;
  return (
    <details className={styles.details}>
      <summary>
        Details<span className="visuallyHidden"> of {of}</span>
      </summary>
      <code>{text}</code>
    </details>
  );
}
