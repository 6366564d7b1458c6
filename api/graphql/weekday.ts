import { builder } from './builder.ts';

export const WeekdayEnum = builder.enumType('Weekday', {
  description: 'A day of the week.',
  values: {
    MONDAY: { value: 'monday', description: 'The weekday Monday.' },
    TUESDAY: { value: 'tuesday', description: 'The weekday Tuesday.' },
    WEDNESDAY: { value: 'wednesday', description: 'The weekday Wednesday.' },
    THURSDAY: { value: 'thursday', description: 'The weekday Thursday.' },
    FRIDAY: { value: 'friday', description: 'The weekday Friday.' },
    SATURDAY: { value: 'saturday', description: 'The weekday Saturday.' },
    SUNDAY: { value: 'sunday', description: 'The weekday Sunday.' },
  } as const,
});
