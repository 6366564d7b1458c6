import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/money.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { mostMonths, stayCalendar, type CalendarNight, type StayCalendar } from './stayCalendar.ts';

const CalendarNightType = builder.objectRef<CalendarNight>('CalendarNight').implement({
  description: 'A free night of a resort.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day on which the night begins.' }),
    price: t.expose('price', {
      type: MoneyType,
      description: 'Lowest price of the night; of several currencies US dollars go first.',
    }),
    stayUntil: t.expose('stayUntil', {
      type: 'Date',
      description:
        'Latest day of departure of a stay that begins with this night: one listing is free until then.',
    }),
  }),
});

const StayCalendarType = builder.objectRef<StayCalendar>('StayCalendar').implement({
  description: 'The free nights of a resort in some months.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day of the first month.' }),
    to: t.expose('to', { type: 'Date', description: 'The day after the last month.' }),
    nights: t.expose('nights', {
      type: [CalendarNightType],
      description: 'The free nights in order. All other nights cannot be booked.',
    }),
  }),
});

builder.prismaObjectField(ResortType, 'stayCalendar', (t) =>
  t.field({
    type: StayCalendarType,
    description: 'The nights in which a stay can be booked, with their lowest prices.',
    complexity: ({ months }) => ({ field: 20, multiplier: 10 * Math.max(1, months) }),
    args: {
      from: t.arg({
        type: 'Date',
        description: 'A day of the first month. Defaults to the month of the first free night.',
      }),
      months: t.arg.int({
        required: true,
        defaultValue: 1,
        description: `How many months, 1 to ${mostMonths}.`,
      }),
      guests: t.arg.int({
        description: 'Only listings that take as many people, 1 to 30. Defaults to all.',
      }),
    },
    resolve: (resort, args, { deps }) => stayCalendar(deps, resort.id, args),
  }),
);
