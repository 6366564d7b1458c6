import { shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import {
  mostMonths,
  stayCalendar,
  type CalendarNight,
  type ShortestStay,
  type StayCalendar,
} from './stayCalendar.ts';

const ShortestStayType = shownType<ShortestStay>('ShortestStay', {
  description: 'The shortest stay that has a night, as owners may ask for several nights.',
  fields: {
    checkIn: [
      'Date',
      'The first night: the night itself, or an earlier one if no stay begins with it.',
    ],
    checkOut: ['Date', 'The day of departure.'],
    isWhole: [
      'Boolean',
      'Whether these are all free nights in a row, so that no other stay has them.',
    ],
  },
});

const DepartureDaysType = shownType<CalendarNight['departures'][number]>('DepartureDays', {
  description: 'Days on each of which a stay can end.',
  fields: {
    from: ['Date', 'The first of these days.'],
    to: ['Date', 'The last of these days.'],
  },
});

const CalendarNightType = shownType<CalendarNight>('CalendarNight', {
  description: 'A free night of a resort.',
  fields: {
    date: ['Date', 'The day on which the night begins.'],
    price: [MoneyType, 'Lowest price of the night; of several currencies US dollars go first.'],
    shortestStay: [
      ShortestStayType,
      'The shortest stay with this night; one that begins with it goes first.',
    ],
    departures: [
      [DepartureDaysType],
      'When a stay that begins with this night can end: one listing is free until then, and its owner lets as few nights. Empty if none can begin.',
      { complexity: { field: 1, multiplier: 1 } },
    ],
  },
});

const StayCalendarType = shownType<StayCalendar>('StayCalendar', {
  description: 'The free nights of a resort in some months.',
  fields: {
    from: ['Date', 'First day of the first month.'],
    to: ['Date', 'The day after the last month.'],
    nights: [
      [CalendarNightType],
      'The free nights in order. All other nights cannot be booked.',
      { complexity: { field: 1, multiplier: 3 } },
    ],
  },
});

builder.prismaObjectField(ResortType, 'stayCalendar', (t) =>
  t.field({
    type: StayCalendarType,
    description: 'The nights in which a stay can be booked, with their lowest prices.',
    complexity: ({ months }) => ({ field: 20, multiplier: 10 * Math.max(1, months) }),
    args: argsOf({
      from: ['Date?', 'A day of the first month. Defaults to the month of the first free night.'],
      months: ['Int', { defaultValue: 1, description: `How many months, 1 to ${mostMonths}.` }],
      guests: ['Int?', 'Only listings that take as many people, 1 to 30. Defaults to all.'],
    }),
    resolve: (resort, args, { deps }) => stayCalendar(deps, resort.id, args),
  }),
);
