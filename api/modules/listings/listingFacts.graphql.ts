import { builder } from '../../graphql/builder.ts';

export const ListingOwnershipEnum = builder.enumType('ListingOwnership', {
  description: 'What kind of timeshare the nights come from.',
  values: {
    FIXED: { value: 'fixed', description: 'The same numbered week every time.' },
    FLOATING: { value: 'floating', description: 'A week that the owner reserves in a season.' },
    ROTATING: { value: 'rotating', description: 'A week that moves on by a schedule each year.' },
    POINTS: { value: 'points', description: 'Points of a club, for which nights are reserved.' },
  } as const,
});

export const ListingUseEnum = builder.enumType('ListingUse', {
  description: 'In which years the timeshare may be used.',
  values: {
    ANNUAL: { value: 'annual', description: 'In every single year.' },
    ODD: { value: 'odd', description: 'In odd years only, such as 2027.' },
    EVEN: { value: 'even', description: 'In even years only, such as 2028.' },
  } as const,
});

export const ListingTenureEnum = builder.enumType('ListingTenure', {
  description: 'What the owner holds.',
  values: {
    DEEDED: { value: 'deeded', description: 'Real property with a deed, without end.' },
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
    BUYER: { value: 'buyer', description: 'Whoever buys it.' },
  } as const,
});

export const WeekdayEnum = builder.enumType('Weekday', {
  description: 'A day of the week.',
  values: {
    MONDAY: { value: 'monday', description: 'On Mondays, each week.' },
    TUESDAY: { value: 'tuesday', description: 'On Tuesdays, each week.' },
    WEDNESDAY: { value: 'wednesday', description: 'On Wednesdays, each week.' },
    THURSDAY: { value: 'thursday', description: 'On Thursdays, each week.' },
    FRIDAY: { value: 'friday', description: 'On Fridays, each week.' },
    SATURDAY: { value: 'saturday', description: 'On Saturdays, each week.' },
    SUNDAY: { value: 'sunday', description: 'On Sundays, each week.' },
  } as const,
});

/** What the papers of the timeshare say; the owner may have left out any of it. */
export const ListingFactsType = builder.prismaObject('Listing', {
  variant: 'ListingFacts',
  description: 'What the papers of a timeshare say. Each is null where the owner did not say.',
  select: { id: true },
  fields: (t) => ({
    ownership: t.field({
      type: ListingOwnershipEnum,
      nullable: true,
      description: 'What kind of timeshare it is.',
      select: { ownership: true },
      resolve: ({ ownership }) => ownership,
    }),
    season: t.exposeString('season', {
      nullable: true,
      description: 'Season in the words of the resort, such as Red or Platinum.',
    }),
    weekNumber: t.exposeInt('weekNumber', {
      nullable: true,
      description: "Number of the owner's week by the rule of the resort, 1 to 53.",
    }),
    checkInDay: t.field({
      type: WeekdayEnum,
      nullable: true,
      description: 'The weekday of arrival.',
      select: { checkInDay: true },
      resolve: ({ checkInDay }) => checkInDay,
    }),
    unitType: t.exposeString('unitType', {
      nullable: true,
      description: 'Kind of the unit, such as Studio or Two-bedroom lock-off.',
    }),
    view: t.exposeString('view', {
      nullable: true,
      description: 'What is seen from it, such as Ocean front.',
    }),
    use: t.field({
      type: ListingUseEnum,
      nullable: true,
      description: 'In which years it may be used.',
      select: { use: true },
      resolve: ({ use }) => use,
    }),
    tenure: t.field({
      type: ListingTenureEnum,
      nullable: true,
      description: 'What the owner holds.',
      select: { tenure: true },
      resolve: ({ tenure }) => tenure,
    }),
    maintenanceFeeCents: t.exposeInt('maintenanceFeeCents', {
      nullable: true,
      description: 'Maintenance fee of a year, in hundredths of the currency.',
    }),
    nextFeePaidBy: t.field({
      type: FeePayerEnum,
      nullable: true,
      description: 'Who pays the next maintenance fee when it is sold.',
      select: { nextFeePaidBy: true },
      resolve: ({ nextFeePaidBy }) => nextFeePaidBy,
    }),
    rightOfFirstRefusal: t.exposeBoolean('rightOfFirstRefusal', {
      nullable: true,
      description: 'Whether the resort may buy it for the price that a buyer offers.',
    }),
    resaleRestrictions: t.exposeString('resaleRestrictions', {
      nullable: true,
      description: 'What a buyer will not get, or may not do, in the words of the owner.',
    }),
  }),
});
