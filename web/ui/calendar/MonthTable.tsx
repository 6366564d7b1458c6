import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addMonths } from '#common/days.ts';
import { Icon } from '../basics/Icon.tsx';
import { formatMonth } from '../words/dates.ts';
import { weekdays, weeksOf } from './monthGrid.ts';
import styles from './MonthTable.module.css';

interface MonthTableProps extends Omit<ComponentProps<'table'>, 'children'> {
  month: string;
  isSelected: (day: string) => boolean;
  /** The button of a day. */
  children: (day: string) => ReactNode;
}

/** The days of a month as a WAI-ARIA grid, with those that fill its first and last week. */
export function MonthTable({ month, isSelected, className, children, ...table }: MonthTableProps) {
  return (
    <table role="grid" className={`full ${styles.table} ${className ?? ''}`} {...table}>
      <thead>
        <tr>
          {weekdays.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td className="padding-0" key={day} role="gridcell" aria-selected={isSelected(day)}>
                {children(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MonthLinksProps {
  headingId: string;
  month: string;
  pathOf: (month: string) => string;
}

/** The name of a month, between links to the months beside it. */
export const MonthLinks = ({ headingId, month, pathOf }: MonthLinksProps) => (
  <div className={`row gap-3 between ${styles.head}`}>
    <Link to={pathOf(addMonths(month, -1))} preventScrollReset aria-label="Previous month">
      <Icon name="arrowLeft" />
    </Link>
    <h2 className="text-24" id={headingId} aria-live="polite">
      {formatMonth(month)}
    </h2>
    <Link to={pathOf(addMonths(month, 1))} preventScrollReset aria-label="Next month">
      <Icon name="arrowRight" />
    </Link>
  </div>
);
