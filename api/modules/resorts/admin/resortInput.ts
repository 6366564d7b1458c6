import { z } from 'zod';
import { publicText, filledLine, line } from '#api/platform/input/input.ts';
import { readSeasons, SeasonTextError } from './seasons.ts';
import { timezoneMessage, unknownZone } from './timeZones.ts';

const noPicture = '/pictures/hero-small.svg';

/** A number, or a string of digits as in forms and files. */
const amount = (message: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d+(\.\d+)?$/)
          .transform(Number),
      ],
      {
        error: message,
      },
    )
    .pipe(z.number({ error: message }));

const whole = (name: string, most: number) => {
  const message = `${name} must be a whole number`;
  return amount(message).pipe(
    z
      .number()
      .int(message)
      .min(0, `${name} must not be below 0`)
      .max(most, `${name} must be at most ${most.toLocaleString('en-US')}`),
  );
};

const ratingMessage = 'Rating must be 0 to 5 in steps of 0.1';

const degrees = (name: string, most: number) => {
  const message = `${name} must be -${most} to ${most}`;
  return z.union(
    [
      z.null(),
      z.literal('').transform(() => null),
      amount(message).pipe(z.number().min(-most, message).max(most, message)),
    ],
    { error: message },
  );
};

/** A list, or a string of words with commas between. Removes blank words and duplicates. */
const words = (name: string, most: { words: number; characters: number }) =>
  z
    .union([z.string().transform((list) => list.split(',')), z.array(z.string())], {
      error: `${name} must be words with commas between`,
    })
    .transform((list) => [
      ...new Set(list.map((word) => word.trim()).filter((word) => word !== '')),
    ])
    .refine((list) => list.length <= most.words, `${name} may be at most ${most.words}`)
    .refine(
      (list) => list.every((word) => word.length <= most.characters && !/[\p{Cc}<>]/u.test(word)),
      `${name} may have at most ${most.characters} characters each`,
    );

const seasons = z
  .string({ error: 'Seasons must be text' })
  .max(1_000, 'Seasons may have at most 1,000 characters')
  .transform((written, context) => {
    try {
      return readSeasons(written);
    } catch (error) {
      if (!(error instanceof SeasonTextError)) {
        throw error;
      }
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

const timezone = z
  .string({ error: 'Time zone must be text' })
  .trim()
  .refine((zone) => zone === '' || isTimeZone(zone), timezoneMessage)
  .transform((zone) => zone || unknownZone);

/** Whether a name is a time zone. Offsets such as +05:00 are not. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) {
    return false;
  }
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const resortFields = z.object({
  name: filledLine('Name', 200),
  location: filledLine('Location', 200),
  destination: filledLine('Destination', 100),
  description: publicText(
    z
      .string({ error: 'Description is required' })
      .transform((written) => written.replaceAll(/\r\n?/g, '\n').trim())
      .refine((written) => written !== '', { error: 'Description is required', abort: true })
      .refine((written) => written.length <= 5_000, 'Description may have at most 5,000 characters')
      .refine(
        (written) => !/\p{Cc}/u.test(written.replaceAll(/[\n\t]/g, '')),
        'Description has a character that is not allowed',
      ),
  ),
  imageUrl: z
    .string({ error: 'Picture must be an address' })
    .trim()
    .max(500, 'Picture may have at most 500 characters')
    .refine(
      (address) =>
        address === '' || /^\/(pictures|media)\/[\w./-]+$/.test(address) || isHttps(address),
      'Picture must be an uploaded one or an address that begins with https://',
    )
    .transform((address) => address || noPicture),
  amenities: words('Amenities', { words: 50, characters: 60 }),
  rating: amount(ratingMessage).pipe(z.number().min(0, ratingMessage).max(5, ratingMessage)),
  availableRentals: whole('Available rentals', 1_000_000),
  priceMin: whole('Lowest price', 1_000_000),
  priceMax: whole('Highest price', 1_000_000),
  isNewAvailability: z.boolean({ error: 'New availability must be true or false' }),
  brand: line('Brand', 100).transform((brand) => brand || 'Independent'),
  brandAliases: words('Aliases', { words: 20, characters: 40 }).transform((aliases) =>
    [...new Set(aliases.map((alias) => alias.toLowerCase()))].sort(),
  ),
  city: line('City', 100),
  region: line('Region', 100),
  country: line('Country', 100),
  latitude: degrees('Latitude', 90),
  longitude: degrees('Longitude', 180),
  timezone,
  certificateEmail: z
    .string({ error: 'Certificate address must be text' })
    .trim()
    .max(254, 'Certificate address may have at most 254 characters')
    .refine((address) => address === '' || z.email().safeParse(address).success, {
      error: 'Certificate address must be an e-mail address',
    }),
  certificateLeadDays: whole('Certificate lead days', 120)
    .refine((days) => days >= 1, 'Certificate lead days must be at least 1')
    .nullable(),
  weekRule: z.enum(['friday', 'saturday', 'sunday'], {
    error: "Week rule must be 'friday', 'saturday' or 'sunday'",
  }),
  seasons,
});

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** Whether a rating is in steps of 0.1. Averages of reviews are finer and may stay unchanged. */
export const isStep = (rating: number): boolean =>
  Math.abs(rating * 10 - Math.round(rating * 10)) < 1e-9;

const step = ({ rating }: { rating?: number | undefined }, context: z.RefinementCtx): void => {
  if (rating !== undefined && !isStep(rating)) {
    context.addIssue({ code: 'custom', path: ['rating'], message: ratingMessage });
  }
};

interface Pairs {
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/** Violations of the rules between fields of a resort, each with the field and a message. */
export function problemsBetween(resort: Pairs): { field: string; message: string }[] {
  const { priceMin = 0, priceMax = 0, latitude, longitude } = resort;
  return [
    ...(priceMax < priceMin
      ? [{ field: 'priceMax', message: 'Highest price must not be below the lowest' }]
      : []),
    ...((latitude == null) === (longitude == null)
      ? []
      : [
          {
            field: latitude == null ? 'latitude' : 'longitude',
            message: 'Latitude and longitude go together',
          },
        ]),
  ];
}

const between = (resort: Pairs, context: z.RefinementCtx): void => {
  for (const { field, message } of problemsBetween(resort)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
};

const whatIsNotSaid = resortFields.extend({
  imageUrl: resortFields.shape.imageUrl.default(noPicture),
  amenities: resortFields.shape.amenities.default([]),
  rating: resortFields.shape.rating.default(0),
  availableRentals: resortFields.shape.availableRentals.default(0),
  priceMin: resortFields.shape.priceMin.default(0),
  priceMax: resortFields.shape.priceMax.default(0),
  isNewAvailability: resortFields.shape.isNewAvailability.default(false),
  brand: resortFields.shape.brand.default('Independent'),
  brandAliases: resortFields.shape.brandAliases.optional(),
  city: resortFields.shape.city.default(''),
  region: resortFields.shape.region.default(''),
  country: resortFields.shape.country.default(''),
  latitude: resortFields.shape.latitude.default(null),
  longitude: resortFields.shape.longitude.default(null),
  timezone: resortFields.shape.timezone.default(unknownZone),
  certificateEmail: resortFields.shape.certificateEmail.default(''),
  certificateLeadDays: resortFields.shape.certificateLeadDays.default(null),
  weekRule: resortFields.shape.weekRule.default('saturday'),
  seasons: resortFields.shape.seasons.default([]),
});

/** A new resort (SPEC section 3, "New resort form defaults"). */
export const newResortInput = whatIsNotSaid.superRefine(step).superRefine(between);

export type NewResort = z.infer<typeof newResortInput>;

/** A resort from a file. Its rating may be an average. */
export const importedResortInput = whatIsNotSaid
  .extend({
    rating: whatIsNotSaid.shape.rating.refine(
      (rating) => isStep(rating * 10),
      'Rating must have at most two decimals',
    ),
  })
  .superRefine(between);

export const resortChanges = resortFields.partial();

export type ResortChanges = z.infer<typeof resortChanges>;

export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replaceAll(/^-|-$/g, '') || 'resort';
