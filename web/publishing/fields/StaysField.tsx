import { useId } from 'react';
import { nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import styles from '../CreateListing.module.css';
import { mostNightsOfStay } from './listingForm.ts';
import type { ListingFormState } from './ListingFields.tsx';
import { NumberField } from './NumberField.tsx';

/** Suggestion for owners who do not want short stays. */
const usualNights = 3;

export function StaysField({ form: { field, values, change } }: { form: ListingFormState }) {
  const problemId = useId();
  const nights = nightsBetween(values.availableFrom, values.availableTo);
  const fewest = values.minNights || String(usualNights);
  const { value: chosen, error, helperText } = field('stays');
  const option = (value: string, label: string, help: string) => (
    <label className={styles.option}>
      <input
        type="radio"
        name="stays"
        value={value}
        checked={chosen === value}
        onChange={() => change({ stays: value, ...(value === 'least' && { minNights: fewest }) })}
      />
      <span>
        {label}
        <span className={styles.soft}>{help}</span>
      </span>
    </label>
  );
  return (
    <fieldset
      role="radiogroup"
      className={styles.options}
      aria-invalid={error}
      aria-describedby={error ? problemId : undefined}
    >
      <legend className="margin-bottom-2 semibold">Stays</legend>
      {option('any', 'Any part', 'Guests may book as few nights as they like.')}
      {option(
        'least',
        `At least ${plural(Number(fewest) || usualNights, 'night')}`,
        'Nights that are left over and too few for a stay are no longer offered.',
      )}
      {chosen === 'least' && (
        <div className={styles.optionField}>
          <NumberField
            {...field('minNights')}
            label="Minimum Nights"
            noun="night"
            range={[1, nights >= 1 ? Math.min(nights, mostNightsOfStay) : mostNightsOfStay]}
            onStep={(minNights) => change({ minNights })}
          />
        </div>
      )}
      {option('whole', 'Only the whole stay', 'Guests book all nights together, or none.')}
      {error && (
        <p id={problemId} className="red">
          {helperText}
        </p>
      )}
    </fieldset>
  );
}
