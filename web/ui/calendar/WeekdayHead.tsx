import { weekdays } from './monthGrid.ts';

/** The first row of a month. */
export const WeekdayHead = () => (
  <thead>
    <tr>
      {weekdays.map(({ short, long }) => (
        <th key={long} scope="col" abbr={long}>
          {short}
        </th>
      ))}
    </tr>
  </thead>
);
