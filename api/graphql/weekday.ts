import { enumOf } from '#api/graphql/enumOf.ts';

export const WeekdayEnum = enumOf('Weekday', 'A day of the week.', {
  monday: 'The weekday Monday.',
  tuesday: 'The weekday Tuesday.',
  wednesday: 'The weekday Wednesday.',
  thursday: 'The weekday Thursday.',
  friday: 'The weekday Friday.',
  saturday: 'The weekday Saturday.',
  sunday: 'The weekday Sunday.',
});
