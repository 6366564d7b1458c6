import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import type { ListingValues } from './listingForm.ts';

export function WeekSummary({ values }: { values: ListingValues }) {
  const { availableFrom: from, availableTo: to, weekNumber } = values;
  const nights = nightsBetween(from, to);
  return (
    <p role="status" className="gone-if-empty">
      {nights >= 1 && nights <= 366 && (
        <>
          <strong>{plural(nights, 'night')}</strong>
          {weekNumber !== '' && `, week ${weekNumber}`}: {formatStay(from, to)}
        </>
      )}
    </p>
  );
}
