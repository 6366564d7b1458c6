import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './CreateListingFrame.module.css';
import { listingSteps, type ListingStep } from './steps/listingSteps.ts';

export function CreateListingFrame({ step, children }: { step: ListingStep; children: ReactNode }) {
  const current = listingSteps.findIndex((each) => each.step === step);
  return (
    <div className={`sections content ${styles.page}`}>
      <header className="stack gap-2 to-left">
        <ButtonLink
          to="/dashboard"
          color="inherit"
          className={styles.back}
          startIcon={<Icon name="arrowLeft" size={20} />}
        >
          Back to Dashboard
        </ButtonLink>
        <h1>List Your Timeshare</h1>
        <p className={`soft text-19 pretty ${styles.lead}`}>
          Create your listing with secure contract verification and escrow protection
        </p>
      </header>
      <ol className={`stack gap-2 ${styles.steps}`} aria-label="Steps">
        {listingSteps.map(({ step: each, label }, index) => (
          <li
            className="row gap-3 soft medium"
            key={each}
            data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={`disc on-sand ${styles.number}`}>
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
      <div className={`stack gap-6 at-top ${styles.columns}`}>
        <div className="shrink">{children}</div>
        <aside
          className={`gap-4 sticky padding-5 rounded-panel on-foam ${styles.aside}`}
          aria-label="Good to know"
        >
          <h2 className="text-22">
            {step === 'details' ? 'A job of five minutes' : 'Good to know'}
          </h2>
          <ul className="stack gap-4">
            {goodToKnow.slice(step === 'details' ? 0 : 1).map(({ icon, title, text }) => (
              <li key={title} className="icon-and-text gap-3 row-gap-0">
                <Icon name={icon} size={24} />
                <h3>{title}</h3>
                <p className="soft text-15-5">{text}</p>
              </li>
            ))}
          </ul>
          <p>
            Questions? <Link to="/contact">Contact us</Link>
          </p>
        </aside>
      </div>
    </div>
  );
}

const goodToKnow = [
  {
    icon: 'calendar',
    title: 'Have your week at hand',
    text: 'Its dates, or its number: we know how your resort counts.',
  },
  {
    icon: 'lock',
    title: 'Your papers stay private',
    text: 'Only our verification team opens them, and each time is written down.',
  },
  {
    icon: 'shield',
    title: 'Nothing is public yet',
    text: 'Travelers see your listing once we have verified that it is yours.',
  },
] as const;
