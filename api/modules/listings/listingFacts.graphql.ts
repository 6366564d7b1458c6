import type { Listing } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, maybe } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { moneyColumnOrNull } from '#api/graphql/money.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';

export const ListingOwnershipEnum = enumOf(
  'ListingOwnership',
  'The kind of timeshare that the nights come from.',
  {
    fixed: 'The same numbered week in every year of use.',
    floating: 'A week that the owner reserves within a season.',
    rotating: 'A week that changes every year by a schedule.',
    points: 'Points of a club that are exchanged for nights.',
  },
);

export const ListingUseEnum = enumOf(
  'ListingUse',
  'The years in which the timeshare may be used.',
  {
    annual: 'Every calendar year.',
    odd: 'Odd years only, such as 2027.',
    even: 'Even years only, such as 2028.',
  },
);

export const ListingTenureEnum = enumOf('ListingTenure', 'The form of ownership.', {
  deeded: 'Real property with a deed, with no end date.',
  right_to_use: 'A contract to use it for a number of years.',
});

export const FeePayerEnum = enumOf(
  'FeePayer',
  'Who pays the next maintenance fee when the timeshare is sold.',
  {
    owner: 'The owner who sells it.',
    buyer: 'The buyer of the timeshare.',
  },
);

export const KitchenEnum = enumOf('Kitchen', 'What a unit has to cook with.', {
  full: 'A full kitchen.',
  kitchenette: 'A small kitchen, as for breakfast.',
  none: 'The unit has no kitchen.',
});

export const ListingFactsType = builder.prismaObject('Listing', {
  variant: 'ListingFacts',
  description:
    'Facts of a unit and from the papers of a timeshare. Each is null if the owner left it out.',
  select: { id: true },
  fields: (t) => ({
    ...columns<Listing>(t, {
      ownership: [maybe(ListingOwnershipEnum), 'The kind of timeshare.'],
      season: ['String?', 'The season by the name that the resort uses, such as Red or Platinum.'],
      weekNumber: ['Int?', "Number of the owner's week by the rule of the resort, 1 to 53."],
      unitType: ['String?', 'Kind of the unit, such as Studio or Two-bedroom lock-off.'],
      beds: ['Int?', 'How many beds there are.'],
      bathrooms: ['Float?', 'How many bathrooms there are, in halves.'],
      checkInTime: [
        'String?',
        'From when guests can arrive, by the clock of the resort, such as 16:00.',
      ],
      view: ['String?', 'View from the unit, such as Ocean front.'],
      yearlyPoints: ['Int?', 'Points that an owner of points gets every year.'],
      firstUseYear: ['Int?', 'The first year in which a buyer may use it.'],
      rightOfFirstRefusal: [
        'Boolean?',
        'Whether the resort has the right to buy it at the price that a buyer offers.',
      ],
      resaleRestrictions: [
        'String?',
        "What a buyer does not get or may not do, in the owner's words.",
      ],
      checkInDay: [maybe(WeekdayEnum), 'The weekday of arrival.'],
      kitchen: [maybe(KitchenEnum), 'What there is to cook with.'],
      use: [maybe(ListingUseEnum), 'The years in which it may be used.'],
      tenure: [maybe(ListingTenureEnum), 'The form of ownership.'],
      nextFeePaidBy: [maybe(FeePayerEnum), 'Who pays the next maintenance fee when it is sold.'],
    }),
    maintenanceFee: t.field({
      ...moneyColumnOrNull('maintenanceFeeCents'),
      description: 'Yearly maintenance fee.',
    }),
  }),
});
