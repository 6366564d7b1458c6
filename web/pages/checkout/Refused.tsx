import { Button } from '../../ui/basics/Button.tsx';
import { ButtonLink } from '../../ui/basics/ButtonLink.tsx';
import { takeFocus } from '../../ui/dialogs/takeFocus.ts';
import styles from './Checkout.module.css';
import type { Refusal } from './useHold.ts';

interface RefusedProps {
  refusal: Refusal;
  /** To choose other dates. */
  resortPath: string;
  onAskAgain: () => void;
}

const titles: Readonly<Record<Refusal['kind'], string>> = {
  taken: 'These nights were just taken',
  price: 'The price has changed',
  payments: 'This site takes no payments right now',
  gone: 'This week is no longer on offer',
  over: 'The time to pay is over',
  other: 'The nights could not be kept',
};

const askAgainLabels: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  price: 'Show the New Price',
  over: 'Keep Them Again',
};

/** Why the stay cannot be booked, and what to do instead. */
export function Refused({ refusal: { kind, message }, resortPath, onAskAgain }: RefusedProps) {
  const canAskAgain = kind !== 'taken' && kind !== 'gone';
  return (
    <section className={styles.refused} role="alert">
      <h2 ref={takeFocus} tabIndex={-1}>
        {titles[kind]}
      </h2>
      <p>{message}.</p>
      <p>Nothing was charged.</p>
      <div className={styles.actions}>
        {canAskAgain && (
          <Button variant="contained" color="secondary" onClick={onAskAgain}>
            {askAgainLabels[kind] ?? 'Try Again'}
          </Button>
        )}
        {kind === 'payments' ? (
          <ButtonLink to="/contact" variant="outlined" color="inherit">
            Contact Us
          </ButtonLink>
        ) : (
          <ButtonLink
            to={resortPath}
            variant={canAskAgain ? 'outlined' : 'contained'}
            color={canAskAgain ? 'inherit' : 'secondary'}
          >
            Choose Other Dates
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
