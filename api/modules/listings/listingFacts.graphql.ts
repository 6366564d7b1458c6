import { builder } from '#api/graphql/builder.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';
import { moneyOrNull } from '#common/money.ts';

export const ListingOwnershipEnum = builder.enumType('ListingOwnership', {
  description: 'The kind of timeshare that the nights come from.',
  values: {
    FIXED: { value: 'fixed', description: 'The same numbered week in every year of use.' },
    FLOATING: { value: 'floating', description: 'A week that the owner reserves within a season.' },
    ROTATING: { value: 'rotating', description: 'A week that changes every year by a schedule.' },
    POINTS: { value: 'points', description: 'Points of a club that are exchanged for nights.' },
  } as const,
});

export const ListingUseEnum = builder.enumType('ListingUse', {
  description: 'The years in which the timeshare may be used.',
  values: {
    ANNUAL: { value: 'annual', description: 'Every calendar year.' },
    ODD: { value: 'odd', description: 'Odd years only, such as 2027.' },
    EVEN: { value: 'even', description: 'Even years only, such as 2028.' },
  } as const,
});

export const ListingTenureEnum = builder.enumType('ListingTenure', {
  description: 'The form of ownership.',
  values: {
    DEEDED: { value: 'deeded', description: 'Real property with a deed, with no end date.' },
    RIGHT_TO_USE: {
      value: 'right_to_use',
      description: 'A contract to use it for a number of years.',
    },
  } as const,
});

export const FeePayerEnum = builder.enumType('FeePayer', {
  description: 'Who pays the next maintenance fee when the timeshare is sold.',
  values: {
    OWNER: { value: 'owner', description: 'The owner who sells it.' },
    BUYER: { value: 'buyer', description: 'The buyer of the timeshare.' },
  } as const,
});

export const KitchenEnum = builder.enumType('Kitchen', {
  description: 'What a unit has to cook with.',
  values: {
    FULL: { value: 'full', description: 'A full kitchen.' },
    KITCHENETTE: { value: 'kitchenette', description: 'A small kitchen, as for breakfast.' },
    NONE: { value: 'none', description: 'The unit has no kitchen.' },
  } as const,
});

/** Facts of the unit and of the timeshare papers. All are optional. */
export const ListingFactsType = builder.prismaObject('Listing', {
  variant: 'ListingFacts',
  description:
    'Facts of a unit and from the papers of a timeshare. Each is null if the owner left it out.',
  select: { id: true },
  fields: (t) => ({
    ownership: t.expose('ownership', {
      type: ListingOwnershipEnum,
      nullable: true,
      description: 'The kind of timeshare.',
    }),
    season: t.exposeString('season', {
      nullable: true,
      description: 'The season by the name that the resort uses, such as Red or Platinum.',
    }),
    weekNumber: t.exposeInt('weekNumber', {
      nullable: true,
      description: "Number of the owner's week by the rule of the resort, 1 to 53.",
    }),
    checkInDay: t.expose('checkInDay', {
      type: WeekdayEnum,
      nullable: true,
      description: 'The weekday of arrival.',
    }),
    unitType: t.exposeString('unitType', {
      nullable: true,
      description: 'Kind of the unit, such as Studio or Two-bedroom lock-off.',
    }),
    beds: t.exposeInt('beds', { nullable: true, description: 'How many beds there are.' }),
    bathrooms: t.exposeFloat('bathrooms', {
      nullable: true,
      description: 'How many bathrooms there are, in halves.',
    }),
    kitchen: t.expose('kitchen', {
      type: KitchenEnum,
      nullable: true,
      description: 'What there is to cook with.',
    }),
    checkInTime: t.exposeString('checkInTime', {
      nullable: true,
      description: 'From when guests can arrive, by the clock of the resort, such as 16:00.',
    }),
    view: t.exposeString('view', {
      nullable: true,
      description: 'View from the unit, such as Ocean front.',
    }),
    use: t.expose('use', {
      type: ListingUseEnum,
      nullable: true,
      description: 'The years in which it may be used.',
    }),
    tenure: t.expose('tenure', {
      type: ListingTenureEnum,
      nullable: true,
      description: 'The form of ownership.',
    }),
    maintenanceFee: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Yearly maintenance fee.',
      select: { maintenanceFeeCents: true, currency: true },
      resolve: ({ maintenanceFeeCents, currency }) => moneyOrNull(maintenanceFeeCents, currency),
    }),
    yearlyPoints: t.exposeInt('yearlyPoints', {
      nullable: true,
      description: 'Points that an owner of points gets every year.',
    }),
    nextFeePaidBy: t.expose('nextFeePaidBy', {
      type: FeePayerEnum,
      nullable: true,
      description: 'Who pays the next maintenance fee when it is sold.',
    }),
    firstUseYear: t.exposeInt('firstUseYear', {
      nullable: true,
      description: 'The first year in which a buyer may use it.',
    }),
    rightOfFirstRefusal: t.exposeBoolean('rightOfFirstRefusal', {
      nullable: true,
      description: 'Whether the resort has the right to buy it at the price that a buyer offers.',
    }),
    resaleRestrictions: t.exposeString('resaleRestrictions', {
      nullable: true,
      description: "What a buyer does not get or may not do, in the owner's words.",
    }),
  }),
});
