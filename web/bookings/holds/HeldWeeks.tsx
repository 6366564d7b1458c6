import { OwnHolds, OwnHoldsOf } from './OwnHold.tsx';

/** Nights that searches leave out because the visitor holds them. */
export default function HeldWeeks() {
  return (
    <OwnHoldsOf isSignedIn>
      <OwnHolds label="Weeks you are holding" />
    </OwnHoldsOf>
  );
}
