import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import styles from './ClosingCall.module.css';

export function ClosingCall() {
  const { holdsSampleData } = useSiteFacts();
  return (
    <section className={`content ${styles.call}`} aria-labelledby="closing-call">
      <div className={styles.panel}>
        <h2 id="closing-call">
          {holdsSampleData
            ? 'Join the most trusted Timeshare community'
            : 'Your next week away begins here'}
        </h2>
        <ButtonLink to="/auth?mode=register" variant="contained" color="secondary" size="large">
          Register for free!
        </ButtonLink>
        <p className={`pill on-teal text-15-5 ${styles.note}`}>
          No credit card required • Instant access • Cancel anytime
        </p>
      </div>
    </section>
  );
}
