import { weekFields, type WeekField } from '#api/context/sources.ts';
import { csvLines } from '#api/platform/files/csv.ts';
import { addDays, utcToday } from '#common/days.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';

/**
 * A CSV template for weeks: the columns and an example row.
 * @throws {SignInRequiredError | ForbiddenError}
 */
export function weeksTemplate(viewer: Viewer | null): string {
  requireAdmin(viewer);
  const arrival = addDays(utcToday(), 90);
  const example: Record<WeekField, string> = {
    externalId: 'your-id-1',
    resortId: '',
    resortName: 'Example Resort (replace this line)',
    resortLocation: 'Oranjestad, Aruba',
    resortBrand: '',
    title: 'A week by the sea',
    description: 'What a guest should know about the week.',
    pricePerNight: '149.50',
    currency: 'USD',
    availableFrom: arrival,
    availableTo: addDays(arrival, 7),
    maxGuests: '4',
    bedrooms: '1',
    beds: '2',
    bathrooms: '1.5',
    kitchen: 'full',
    checkInTime: '16:00',
    unitType: '',
    view: '',
    ownership: '',
    season: '',
    weekNumber: '',
  };
  return csvLines([[...weekFields], weekFields.map((field) => example[field])]);
}
