import { weekdays } from './monthGrid.ts';

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
