import { FlexibleStay } from '../fields/FlexibleStay.tsx';
import { StayDates } from '../fields/StayDates.tsx';
import type { Wish } from '../address/wish.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { most } from '../address/searchState.ts';
import styles from '../fields/Guests.module.css';

export interface WishFieldsProps {
  step: 'when' | 'who';
  wish: Wish;
  onWish: (wish: Wish) => void;
}

export function WishFields({ step, wish, onWish }: WishFieldsProps) {
  return step === 'when' ? (
    <StayDates
      time={wish}
      onChange={(time) => onWish({ ...wish, ...time })}
      FlexibleStay={FlexibleStay}
    />
  ) : (
    <Guests guests={wish.guests} onChange={(guests) => onWish({ ...wish, guests })} />
  );
}

interface GuestsProps {
  guests: number | null;
  onChange: (guests: number | null) => void;
}

function Guests({ guests, onChange }: GuestsProps) {
  const count = guests ?? 0;
  return (
    <div className={`row gap-3 ${styles.guests}`} role="group" aria-label="Guests">
      <IconButton
        aria-label="Fewer guests"
        aria-disabled={count === 0}
        onClick={() => onChange(count > 1 ? count - 1 : null)}
      >
        −
      </IconButton>
      <output className="text-18 semibold text-center" aria-live="polite">
        {count === 0 ? 'Any' : count}
      </output>
      <IconButton
        aria-label="More guests"
        aria-disabled={count === most.guests}
        onClick={() => onChange(Math.min(count + 1, most.guests))}
      >
        +
      </IconButton>
    </div>
  );
}
