import { TextField } from '#web/ui/material/TextField.ts';
import { useId, useState } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from '../CreateListing.module.css';
import type { ListingFormState } from './ListingFields.tsx';
import { exchange, exchangeRefusal, factFields, type ListingField } from './listingForm.ts';
import { MoneyField } from './MoneyField.tsx';
import { NumberField } from './NumberField.tsx';

interface TimeshareFactsProps {
  form: ListingFormState;
}

interface Choice {
  value: string;
  label: string;
  help: string;
}

const kitchens: readonly Choice[] = [
  { value: 'FULL', label: 'Full kitchen', help: 'Stove, oven, fridge and dishes.' },
  { value: 'KITCHENETTE', label: 'Kitchenette', help: 'A small kitchen, as for breakfast.' },
  { value: 'NONE', label: 'No kitchen', help: 'Nothing to cook with.' },
];

const ownerships: readonly Choice[] = [
  { value: 'FIXED', label: 'Fixed week', help: 'The same numbered week every time.' },
  {
    value: 'FLOATING',
    label: 'Floating week',
    help: 'A week that you reserve each time, within a season.',
  },
  {
    value: 'ROTATING',
    label: 'Rotating week',
    help: 'A week that moves on by a schedule from year to year.',
  },
  { value: 'POINTS', label: 'Points', help: 'Points of a club, for which you reserve nights.' },
  { value: exchange, label: 'Exchange week (RCI, Interval…)', help: exchangeRefusal },
];

const uses: readonly Choice[] = [
  { value: 'ANNUAL', label: 'Every year', help: 'Annual use.' },
  { value: 'ODD', label: 'Odd years', help: 'Every other year: 2027, 2029 and so on.' },
  { value: 'EVEN', label: 'Even years', help: 'Every other year: 2028, 2030 and so on.' },
];

const tenures: readonly Choice[] = [
  {
    value: 'DEEDED',
    label: 'Deeded',
    help: 'Real property that you can sell, rent out or leave to someone.',
  },
  {
    value: 'RIGHT_TO_USE',
    label: 'Right to use',
    help: 'A contract to use it for a number of years; the resort keeps the property.',
  },
];

const payers: readonly Choice[] = [
  { value: 'OWNER', label: 'I pay it', help: 'You have paid, or will pay, the next fee.' },
  { value: 'BUYER', label: 'The buyer pays it', help: 'The next fee comes with the timeshare.' },
];

export function TimeshareFacts({ form }: TimeshareFactsProps) {
  const { values, errors } = form;
  const contentId = useId();
  const [isBegun] = useState(() => factFields.some((name) => values[name] !== ''));
  const [isWanted, setIsWanted] = useState<boolean>();
  const isForSale = values.isForSale !== '';
  const isOpen =
    (isWanted ?? (isBegun || isForSale)) || factFields.some((name) => errors[name] !== undefined);

  return (
    <section className={styles.panel} aria-labelledby="about-your-timeshare">
      <h2 id="about-your-timeshare">
        <button
          type="button"
          className={`row gap-3 between full ${styles.disclosure}`}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setIsWanted(!isOpen)}
        >
          <span>
            About your timeshare{' '}
            <span className={`pill on-foam ${styles.optional}`}>
              {isForSale ? 'needed for a sale' : 'optional'}
            </span>
          </span>
          <Icon name="arrowDown" size={22} />
        </button>
      </h2>
      <p className="soft text-15-5">
        The unit, and what your papers say. Listings that say it are trusted more, and verified
        sooner.
        {isForSale && ' A buyer needs to know ownership, use and maintenance fee.'}
      </p>
      <div id={contentId} className={`stack gap-4 ${styles.facts}`} hidden={!isOpen}>
        <UnitFacts form={form} />
        <OwnershipFacts form={form} />
        <FeeFacts form={form} />
      </div>
    </section>
  );
}

function UnitFacts({ form }: TimeshareFactsProps) {
  const { change } = form;
  return (
    <>
      <h3>The unit</h3>
      <div className="cards-240 gap-4 at-top">
        <TextField
          {...form.field('unitType', 'As the resort calls it.')}
          label="Unit Type"
          placeholder="Two-bedroom lock-off"
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <NumberField
          {...form.field('bedrooms', '0 for a studio.')}
          label="Bedrooms"
          noun="bedroom"
          range={[0, 12]}
          onStep={(bedrooms) => change({ bedrooms })}
        />
      </div>
      <div className="cards-240 gap-4 at-top">
        <NumberField
          {...form.field('beds', 'Sofa beds too.')}
          label="Beds"
          noun="bed"
          range={[1, 40]}
          onStep={(beds) => change({ beds })}
        />
        <TextField
          {...form.field('bathrooms', '1.5 if a second has neither bath nor shower.')}
          label="Bathrooms"
          placeholder="1.5"
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 4 } }}
        />
        <ChoiceField
          form={form}
          name="kitchen"
          label="Kitchen"
          choices={kitchens}
          help="What there is to cook with."
        />
        <TextField
          {...form.field('checkInTime', 'From when guests can arrive.')}
          label="Check-in Time"
          type="time"
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </div>
      <TextField
        {...form.field('view', 'What you see from it.')}
        label="View"
        placeholder="Ocean front"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </>
  );
}

function OwnershipFacts({ form }: TimeshareFactsProps) {
  const isPoints = form.values.ownership === 'POINTS';
  return (
    <>
      <h3>What you own</h3>
      <ChoiceField
        form={form}
        name="ownership"
        label="Ownership"
        choices={ownerships}
        help="How your nights are given to you."
      />
      {isPoints && (
        <TextField
          {...form.field('yearlyPoints', 'How many points you get every year.')}
          label="Points a Year"
          placeholder="70,000"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
        />
      )}
      <div className="cards-240 gap-4 at-top">
        <ChoiceField
          form={form}
          name="use"
          label="Use"
          choices={uses}
          help="In which years you may use it."
        />
        <ChoiceField
          form={form}
          name="tenure"
          label="Deeded or Right to Use"
          choices={tenures}
          help="What you hold of it."
        />
      </div>
      <TextField
        {...form.field('season', 'In the words of the resort.')}
        label="Season"
        placeholder="Red, Platinum, High"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </>
  );
}

function FeeFacts({ form }: TimeshareFactsProps) {
  const { values, change } = form;
  return (
    <>
      <h3>Fees and selling</h3>
      <div className="cards-240 gap-4 at-top">
        <MoneyField
          {...form.field('maintenanceFee', 'What the resort charges its owners a year.')}
          label="Maintenance Fee per Year"
          placeholder="1,150"
        />
        <ChoiceField
          form={form}
          name="nextFeePaidBy"
          label="Next Fee"
          choices={payers}
          help="Who pays it when the timeshare is sold."
        />
      </div>
      <TextField
        {...form.field('firstUseYear', 'The first year in which a buyer may use it.')}
        label="First Use Year"
        placeholder={values.availableFrom.slice(0, 4) || '2028'}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      />
      <label className={styles.onOff}>
        <input
          className="full full-height absolute"
          type="checkbox"
          name="rightOfFirstRefusal"
          checked={values.rightOfFirstRefusal !== ''}
          onChange={({ target }) => change({ rightOfFirstRefusal: target.checked ? 'yes' : '' })}
        />
        <span aria-hidden="true" />
        The resort has a right of first refusal
      </label>
      <p className={`soft text-15-5 ${styles.switchHelp}`}>
        It may buy your timeshare itself, for the price that a buyer offers.
      </p>
      <TextField
        {...form.field('resaleRestrictions', 'What a buyer would not get, or may not do.')}
        label="Resale Restrictions"
        placeholder="Points bought on resale can't be used for cruises"
        multiline
        minRows={2}
        maxRows={8}
        slotProps={{ htmlInput: { maxLength: 3_000 } }}
      />
    </>
  );
}

interface ChoiceFieldProps {
  form: ListingFormState;
  name: ListingField;
  label: string;
  choices: readonly Choice[];
  help: string;
}

function ChoiceField({ form, name, label, choices, help }: ChoiceFieldProps) {
  const chosen = choices.find(({ value }) => value === form.values[name]);
  return (
    <TextField
      {...form.field(name, chosen?.help ?? help)}
      {...(chosen?.value === exchange && { error: true })}
      select
      label={label}
      slotProps={{ select: { native: true } }}
    >
      <option value="">Not said</option>
      {choices.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
