import { FlexibleStay } from '../fields/FlexibleStay.tsx';
import { Guests } from '../fields/Guests.tsx';
import { StayDates } from '../fields/StayDates.tsx';
import type { Wish } from '../address/wish.ts';

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
