import { Icon } from '#web/ui/basics/Icon.tsx';
import { ContractButton } from './ContractButton.tsx';
import styles from '../CreateListing.module.css';
import type { PageUpload } from './pageUpload.ts';

interface ContractSectionProps {
  isUploaded: boolean;
  fileName: string | undefined;
  problem: string | undefined;
  upload: PageUpload;
}

export function ContractSection({ isUploaded, fileName, problem, upload }: ContractSectionProps) {
  return (
    <section className={styles.panel} aria-labelledby="contract-upload">
      <h2 id="contract-upload">Contract Upload</h2>
      <p className={styles.soft}>
        A deed, a membership certificate or a maintenance bill with your name on it. A photo will
        do.
      </p>
      <ContractButton isUploaded={isUploaded} upload={upload.state} onClick={upload.open} />
      {isUploaded && fileName && <p className={`breaks ${styles.fileName}`}>{fileName}</p>}
      <div role="alert">{problem && <p className="red">{problem}</p>}</div>
      {isUploaded ? (
        <p className={styles.good}>
          <Icon name="shield" size={22} />
          Our team verifies your ownership before your listing is approved.
        </p>
      ) : (
        <p className={`on-sun ${styles.amber}`}>
          <Icon name="document" size={22} />
          You can create your listing without it, but a contract upload will be required for
          approval.
        </p>
      )}
    </section>
  );
}
