import type { Area } from '#api/areas/area.ts';
import { deleteCalendarsOf } from './calendars.ts';
import { readCalendars } from './readCalendars.ts';
import './calendars.graphql.ts';

export const calendarsArea: Area = {
  jobs: {
    read_calendars: {
      run: (_payload, deps, attempt) => readCalendars(deps, attempt),
      at: '* * * * *',
    },
  },
  leaving: [deleteCalendarsOf],
};
