import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './PictureRow.module.css';

interface PictureRowProps {
  imageUrl: string;
  to: string;
  title: ReactNode;
  /** Below the title: paragraphs; tasks of the reader are a `Todo`. */
  children: ReactNode;
  state: ReactNode;
  below?: ReactNode;
}

/** A week or a stay in a list; the whole row is a link. */
export function PictureRow({ imageUrl, to, title, children, state, below }: PictureRowProps) {
  return (
    <li className={styles.row}>
      <img src={imageUrl} alt="" width="132" height="88" loading="lazy" />
      <div className={`shrink pretty breaks ${styles.what}`}>
        <h2>
          <Link to={to}>{title}</Link>
        </h2>
        {children}
      </div>
      <div className={`stack gap-2 ${styles.state}`}>{state}</div>
      {below && <div className={`whole-row self-left relative ${styles.below}`}>{below}</div>}
    </li>
  );
}

export function Todo({ children }: { children: ReactNode }) {
  return <p className={styles.todo}>{children}</p>;
}
