import { formatDay } from '#web/ui/words/dates.ts';
import { formatMoney } from '#common/money.ts';

interface Difference {
  readonly field: string;
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

export function differenceWords({ field, before, after }: Difference): {
  name: string;
  before: string;
  after: string;
} {
  const name = names[field] ?? field;
  const words = (value: string | null | undefined): string => {
    if (value === null || value === undefined || value === '') return 'None';
    if (field === 'pricePerNightCents')
      return formatMoney({ amount: Number(value), currency: 'USD' });
    if (field === 'availableFrom' || field === 'availableTo') return formatDay(value);
    if (field === 'isActive') return value === 'true' ? 'On offer' : 'Withdrawn';
    return value;
  };
  return { name, before: words(before), after: words(after) };
}

const names: Readonly<Record<string, string>> = {
  resort: 'Resort',
  title: 'Title',
  description: 'Description',
  pricePerNightCents: 'Price per night',
  availableFrom: 'Available from',
  availableTo: 'Available to',
  maxGuests: 'Guests',
  bedrooms: 'Bedrooms',
  beds: 'Beds',
  bathrooms: 'Bathrooms',
  kitchen: 'Kitchen',
  checkInTime: 'Check-in time',
  unitType: 'Unit',
  view: 'View',
  ownership: 'Ownership',
  season: 'Season',
  weekNumber: 'Week',
  isActive: 'State',
};
