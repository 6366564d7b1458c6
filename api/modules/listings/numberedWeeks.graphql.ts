import { builder } from '../../graphql/builder.ts';
import { InvalidInputError } from '../../platform/errors.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { WeekdayEnum } from './listingFacts.graphql.ts';
import { weeksOfYear, type WeekStay } from './weekNumbers.ts';

const NumberedWeekType = builder.objectRef<WeekStay>('NumberedWeek').implement({
  description: 'Seven nights in a numbered week of a resort.',
  fields: (t) => ({
    number: t.exposeInt('week', { description: 'Number of the week by the rule of the resort.' }),
    checkIn: t.exposeString('checkIn', { description: 'The first night, YYYY-MM-DD.' }),
    checkOut: t.exposeString('checkOut', { description: 'The day of leaving, YYYY-MM-DD.' }),
  }),
});

const years = { first: 2000, last: 2100 };

builder.prismaObjectFields(ResortType, (t) => ({
  weekStartsOn: t.field({
    type: WeekdayEnum,
    description: 'The day on which the numbered weeks begin; week 1 with the first of the year.',
    select: { weekRule: true },
    resolve: (resort) => resort.weekRule,
  }),
  numberedWeeks: t.field({
    type: [NumberedWeekType],
    description: 'The 52 or 53 numbered weeks of a year, whether or not somebody offers them.',
    complexity: { field: 1, multiplier: 53 },
    args: {
      year: t.arg.int({
        required: true,
        description: `The year of which it is week 1, 2 and so on; ${years.first} to ${years.last}.`,
      }),
      checkInDay: t.arg({
        type: WeekdayEnum,
        description: 'The weekday of arrival; the day on which the weeks begin where none is said.',
      }),
    },
    select: { weekRule: true },
    resolve: ({ weekRule }, { year, checkInDay }) => {
      if (year < years.first || year > years.last) {
        throw new InvalidInputError([
          { field: 'year', message: `year must be ${years.first} to ${years.last}` },
        ]);
      }
      return weeksOfYear(year, weekRule, checkInDay ?? weekRule);
    },
  }),
}));
