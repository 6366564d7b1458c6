import { maybe } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { inSql } from '#api/graphql/sql/sqlFields.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { weeksOfYear, type WeekStay } from './weekNumbers.ts';

const NumberedWeekType = builder.objectRef<WeekStay>('NumberedWeek').implement({
  description: 'Seven nights in a numbered week of a resort.',
  fields: (t) => ({
    number: t.exposeInt('week', { description: 'Number of the week by the rule of the resort.' }),
    checkIn: t.expose('checkIn', { type: 'Date', description: 'The first night.' }),
    checkOut: t.expose('checkOut', { type: 'Date', description: 'The day of departure.' }),
  }),
});

const years = { first: 2000, last: 2100 };

builder.prismaObjectFields(ResortType, (t) => ({
  weekStartsOn: t.field({
    type: WeekdayEnum,
    description:
      'The weekday on which numbered weeks begin. Week 1 begins on the first one of the year.',
    select: { weekRule: true },
    extensions: inSql('{weekRule}'),
    resolve: (resort) => resort.weekRule,
  }),
  numberedWeeks: t.field({
    type: [NumberedWeekType],
    description: 'The 52 or 53 numbered weeks of a year, on offer or not.',
    complexity: { field: 1, multiplier: 53 },
    args: argsOf({
      year: ['Int', `The year whose weeks are returned, ${years.first} to ${years.last}.`],
      checkInDay: [
        maybe(WeekdayEnum),
        'The weekday of arrival. Defaults to the day on which the weeks begin.',
      ],
    }),
    select: { weekRule: true },
    resolve: ({ weekRule }, { year, checkInDay }) => {
      if (year < years.first || year > years.last) {
        throw new InvalidInputError('year', `year must be ${years.first} to ${years.last}`);
      }
      return weeksOfYear(year, weekRule, checkInDay ?? weekRule);
    },
  }),
}));
