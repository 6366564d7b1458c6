import { ButtonLink } from '../../ui/basics/ButtonLink.tsx';
import styles from './ClosingCall.module.css';

export function ClosingCall() {
  return (
    <section className={`content ${styles.call}`} aria-labelledby="closing-call">
      <div className={styles.panel}>
        <h2 id="closing-call">Join the most trusted Timeshare community</h2>
        <ButtonLink to="/auth?mode=register" variant="contained" color="secondary" size="large">
          Register for free!
        </ButtonLink>
        <p className={styles.note}>No credit card required • Instant access • Cancel anytime</p>
      </div>
    </section>
  );
}
