import { TextField } from '#web/ui/material/TextField.ts';
import { lazy, Suspense, useId } from 'react';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import styles from '../CreateListing.module.css';
import { withDates, type ListingValues, mostNightsOfStay } from './listingForm.ts';
import type { BookingTerms_query$key } from '#web/__generated__/BookingTerms_query.graphql.ts';
import { BookingTerms } from './BookingTerms.tsx';
import { MoneyField } from './MoneyField.tsx';
import { NumberField } from './NumberField.tsx';
import { RadioOption } from './RadioOption.tsx';
import { ResortPicker, type ChosenResort } from './ResortPicker.tsx';
import { TimeshareFacts } from './TimeshareFacts.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';

const PriceAdvice = lazy(() => import('./PriceAdvice.tsx'));
const WeekPicker = lazy(() => import('./WeekPicker.tsx'));

export type ListingFormState = ReturnType<typeof useForm<ListingValues>>;

interface ListingFieldsProps {
  form: ListingFormState;
  resort: ChosenResort | undefined;
  onResort: (resort: ChosenResort | undefined) => void;
  terms: BookingTerms_query$key;
}

export function ListingFields(props: ListingFieldsProps) {
  const { form, terms } = props;
  return (
    <>
      <WhereAndWhen {...props} />
      <YourListing form={form} />
      <PriceAndGuests form={form} />
      <BookingTerms form={form} terms={terms} />
      <TimeshareFacts form={form} />
    </>
  );
}

function WhereAndWhen({ form, resort, onResort }: ListingFieldsProps) {
  const { field, values, errors, change } = form;
  const isHydrated = useHydrated();

  const chooseResort = (chosen: ChosenResort | undefined) => {
    onResort(chosen);
    change({ resortId: chosen?.id ?? '', weekNumber: '', checkInDay: '' });
  };
  const dateField = (name: 'availableFrom' | 'availableTo', label: string) => (
    <TextField
      {...field(name)}
      label={label}
      type="date"
      onChange={({ target }) => change(withDates(values, { [name]: target.value }))}
    />
  );

  return (
    <section className={styles.panel} aria-labelledby="where-and-when">
      <h2 id="where-and-when">Where and when</h2>
      <ResortPicker
        resort={resort}
        problem={errors.resortId}
        onChoose={chooseResort}
        onLookUp={form.waitFor}
      />
      {resort && isHydrated && (
        <Suspense fallback={<div className={`tile ${styles.weeksLoading}`} />}>
          <WeekPicker
            key={resort.id}
            resortId={resort.databaseId}
            values={values}
            onPick={change}
          />
        </Suspense>
      )}
      <div className="cards-240 gap-4 at-top">
        {dateField('availableFrom', 'Available From')}
        {dateField('availableTo', 'Available To')}
      </div>
      <WeekSummary values={values} />
      <StaysField form={form} />
      {errors.weekNumber && (
        <p role="alert" className="red">
          {errors.weekNumber}
        </p>
      )}
    </section>
  );
}

type SectionProps = Pick<ListingFieldsProps, 'form'>;

function YourListing({ form: { field } }: SectionProps) {
  return (
    <section className={styles.panel} aria-labelledby="your-listing">
      <h2 id="your-listing">Your listing</h2>
      <TextField
        {...field('title')}
        label="Listing Title"
        placeholder="Oceanfront week, two bedrooms, sleeps six"
        slotProps={{ htmlInput: { maxLength: 200, autoCapitalize: 'sentences' } }}
      />
      <TextField
        {...field('description')}
        label="Description"
        placeholder="The view, the beds, what is near, and why you love it"
        multiline
        minRows={4}
        maxRows={14}
        slotProps={{ htmlInput: { maxLength: 6_000, autoCapitalize: 'sentences' } }}
      />
    </section>
  );
}

function PriceAndGuests({ form }: SectionProps) {
  const { field, values, errors, change } = form;
  return (
    <section className={styles.panel} aria-labelledby="price-and-guests">
      <h2 id="price-and-guests">Price and guests</h2>
      <div className="cards-240 gap-4 at-top">
        <MoneyField {...field('pricePerNight')} label="Price per Night" placeholder="180" />
        <NumberField
          {...field('maxGuests')}
          helperText={errors.maxGuests ?? 'How many people it sleeps.'}
          label="Maximum Guests"
          noun="guest"
          range={[1, 30]}
          onStep={(maxGuests) => change({ maxGuests })}
        />
        <MoneyField
          {...field('cleaningFee')}
          helperText={errors.cleaningFee ?? 'Once per stay, on top of the nights.'}
          label="Cleaning or Resort Fee"
          placeholder="0"
        />
      </div>
      <p className="soft text-15-5">
        You get the nights and this fee. Guests pay occupancy tax and our service fee on top, and
        see one price with everything in it.
      </p>
      <label className={styles.onOff}>
        <input
          className="full full-height absolute"
          type="checkbox"
          name="isForSale"
          checked={values.isForSale !== ''}
          onChange={({ target }) => change({ isForSale: target.checked ? 'yes' : '' })}
        />
        <span aria-hidden="true" />I also want to sell this timeshare
      </label>
      {values.isForSale !== '' && (
        <>
          <MoneyField {...field('salePrice')} label="Sale Price" placeholder="12,500" />
          <Advice values={values} />
        </>
      )}
    </section>
  );
}

/** Waits for what makes a week comparable; points are not. */
function Advice({ values }: { values: ListingValues }) {
  const { resortId, bedrooms, season, ownership } = values;
  const isComparable =
    resortId !== '' && /^\d{1,2}$/.test(bedrooms) && season.trim() !== '' && ownership !== 'POINTS';
  if (!isComparable) {
    return (
      <p className="soft text-15-5">
        Once you have entered bedrooms and season below, we show what others ask, and buyers paid.
      </p>
    );
  }
  return (
    <SectionBoundary
      message="The prices of others could not be loaded"
      attempt={`${resortId} ${bedrooms} ${season}`}
    >
      <Suspense fallback={null}>
        <PriceAdvice resortId={resortId} bedrooms={Number(bedrooms)} season={season.trim()} />
      </Suspense>
    </SectionBoundary>
  );
}

function WeekSummary({ values }: { values: ListingValues }) {
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

const usualNights = 3;

function StaysField({ form: { field, values, change } }: { form: ListingFormState }) {
  const problemId = useId();
  const nights = nightsBetween(values.availableFrom, values.availableTo);
  const fewest = values.minNights || String(usualNights);
  const { value: chosen, error, helperText } = field('stays');
  const option = (value: string, label: string, help: string) => (
    <RadioOption
      name="stays"
      label={label}
      value={value}
      checked={chosen === value}
      onChange={() => change({ stays: value, ...(value === 'least' && { minNights: fewest }) })}
    >
      <span className="block soft text-15-5 regular">{help}</span>
    </RadioOption>
  );
  return (
    <fieldset
      role="radiogroup"
      className="stack gap-2"
      aria-invalid={error}
      aria-describedby={error ? problemId : undefined}
    >
      <legend>Stays</legend>
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
