import { ResendVerification } from '#web/accounts/ResendVerification.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import styles from './Checkout.module.css';
import type { Refusal } from './useHold.ts';

interface RefusedProps {
  refusal: Refusal;
  resortPath: string;
  onAskAgain: () => void;
}

const titles: Readonly<Record<Refusal['kind'], string>> = {
  own: 'These nights are yours already',
  taken: 'These nights were just taken',
  price: 'The price has changed',
  payments: 'This site takes no payments right now',
  gone: 'This week is no longer on offer',
  tooMany: 'Too many checkouts are open',
  over: 'The time to pay is over',
  paused: 'Others may book these nights first',
  unverified: 'Confirm your email first',
  other: 'The nights could not be kept',
};

const askAgainLabels: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  price: 'Show the New Price',
  over: 'Keep Them Again',
  unverified: 'I Have Confirmed It',
  other: 'Try Again',
};

const otherWays: Readonly<Partial<Record<Refusal['kind'], { to: string; label: string }>>> = {
  own: { to: '/bookings', label: 'Show My Bookings' },
  payments: { to: '/contact', label: 'Contact Us' },
  tooMany: { to: '/bookings?list=requests', label: 'Show My Checkouts' },
};

export function Refused({ refusal: { kind, message }, resortPath, onAskAgain }: RefusedProps) {
  const askAgainLabel = askAgainLabels[kind];
  const { to, label } = otherWays[kind] ?? { to: resortPath, label: 'Choose Other Dates' };
  return (
    <section className={`on-sun ${styles.state}`} role="alert">
      <h2 ref={takeFocus} tabIndex={-1}>
        {titles[kind]}
      </h2>
      <p>{message}.</p>
      <p>Nothing was charged.</p>
      <div className="cluster gap-3 wide-on-phones">
        {askAgainLabel && (
          <Button variant="main" onClick={onAskAgain}>
            {askAgainLabel}
          </Button>
        )}
        {kind === 'unverified' && <ResendVerification />}
        <ButtonLink to={to} variant={askAgainLabel ? 'quiet' : 'main'}>
          {label}
        </ButtonLink>
      </div>
    </section>
  );
}
