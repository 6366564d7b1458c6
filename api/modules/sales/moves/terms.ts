import { z } from 'zod';
import { SalePayer, SaleSide } from '#api/generated/prisma/client.ts';
import { addDays, utcToday } from '#common/days.ts';
import { optionalWords } from '#api/platform/input/input.ts';

const mostCents = 100_000_000;

const cents = (name: string) =>
  z
    .number({ error: `${name} must be an amount` })
    .int(`${name} must be in whole cents`)
    .min(0, `${name} can't be below zero`)
    .max(mostCents, `${name} may be at most 1,000,000`);

const payer = (message: string) => z.enum(SalePayer, { error: message });

/** Days from today within which a closing day may lie. */
const closingDays = { first: 14, last: 365 };

/** What an offer says, with a message for each field. */
export const termsInput = z
  .object({
    priceCents: cents('The price').min(100, 'The price must be at least 1'),
    depositCents: cents('The deposit'),
    firstUseYear: z
      .number({ error: 'Say the first year of use' })
      .int('The first year of use must be a year')
      .refine((year) => year >= thisYear() && year <= thisYear() + 5, {
        error: () => `The first year of use must be from ${thisYear()} to ${thisYear() + 5}`,
      }),
    closingCostsCents: cents('The closing costs').nullish(),
    closingCostsBy: payer('Say who pays the closing costs'),
    transferFeeCents: cents('The transfer fee').nullish(),
    transferFeeBy: payer('Say who pays the transfer fee'),
    maintenanceFeeBy: payer('Say who pays the next maintenance fee'),
    bookedWeeksGoTo: z.enum(SaleSide, { error: 'Say who gets the weeks that are already booked' }),
    closingOn: z.iso
      .date({ error: 'Say the wanted closing day' })
      .refine(
        (day) =>
          day >= addDays(utcToday(), closingDays.first) &&
          day <= addDays(utcToday(), closingDays.last),
        `The closing day must be ${closingDays.first} to ${closingDays.last} days from today`,
      ),
    note: optionalWords('The note'),
  })
  .refine(({ depositCents, priceCents }) => depositCents <= priceCents, {
    path: ['depositCents'],
    error: 'The deposit can be at most the price',
  });

const thisYear = () => Number(utcToday().slice(0, 4));

export type TermsInput = z.infer<typeof termsInput>;

/** The columns of a row of terms. */
export const termsData = (
  { closingOn, closingCostsCents = null, transferFeeCents = null, ...terms }: TermsInput,
  listing: { maintenanceFeeCents: number | null },
) => ({
  ...terms,
  closingCostsCents,
  transferFeeCents,
  maintenanceFeeCents: listing.maintenanceFeeCents,
  closingOn: new Date(closingOn),
});
