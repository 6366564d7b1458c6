import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './ResortPage.module.css';

export function ResortPageSkeleton() {
  return (
    <div>
      <div className="visuallyHidden" role="status">
        <h1>Loading the resort…</h1>
      </div>
      <div aria-hidden="true">
        <Skeleton height="clamp(400px, 40vw, 600px)" radius="0" />
        <div className={`content ${styles.columns}`}>
          <div>
            <Skeleton width="220px" height="28px" />
            <div className={styles.block}>
              <Skeleton width="160px" height="36px" />
              <br />
              <Skeleton height="110px" />
            </div>
          </div>
          <div className={styles.side}>
            <Skeleton height="360px" radius="24px" />
          </div>
          <div>
            <div className={styles.block}>
              <Skeleton width="200px" height="36px" />
              <br />
              <div className="stack gap-4">
                <Skeleton height="180px" radius="14px" />
                <Skeleton height="180px" radius="14px" />
                <Skeleton height="180px" radius="14px" />
              </div>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
