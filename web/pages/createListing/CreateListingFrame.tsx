import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import styles from './CreateListingFrame.module.css';
import { listingSteps, type ListingStep } from './listingSteps.ts';

interface CreateListingFrameProps {
  step: ListingStep;
  children: ReactNode;
}

/** Title and steps, around whichever step it is. */
export function CreateListingFrame({ step, children }: CreateListingFrameProps) {
  const current = listingSteps.findIndex((each) => each.step === step);
  return (
    <div className={`content ${styles.page}`}>
      <header className={styles.head}>
        <ButtonLink
          to="/dashboard"
          color="inherit"
          className={styles.back}
          startIcon={<Icon name="arrowLeft" size={20} />}
        >
          Back to Dashboard
        </ButtonLink>
        <h1>List Your Timeshare</h1>
        <p className={styles.lead}>
          Create your listing with secure contract verification and escrow protection
        </p>
      </header>
      <ol className={styles.steps} aria-label="Steps">
        {listingSteps.map(({ step: each, label }, index) => (
          <li
            key={each}
            data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.number}>
              {index < current ? (
                <>
                  <Icon name="check" size={18} />
                  <span className="visuallyHidden">{index + 1}, done:</span>
                </>
              ) : (
                index + 1
              )}
            </span>
            <span className={styles.label}>{label}</span>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
