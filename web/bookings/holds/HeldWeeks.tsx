import { OwnHolds, OwnHoldsOf } from './OwnHold.tsx';

export default function HeldWeeks() {
  return (
    <OwnHoldsOf isSignedIn>
      <OwnHolds label="Weeks you are holding" />
    </OwnHoldsOf>
  );
}
