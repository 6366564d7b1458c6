import type { ReactNode } from 'react';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import styles from '#web/ui/layout/ListPage.module.css';
import { reservationsPath, type ReservationsView } from './reservationsAddress.ts';

interface ReservationsFrameProps {
  list: ReservationsView['list'];
  children: ReactNode;
}

const tabs = [
  ['requests', 'Requests'],
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
  ['cancelled', 'Cancelled'],
  ['calendar', 'Calendar'],
  ['holds', 'Unpaid Holds'],
] as const;

export function ReservationsFrame({ list, children }: ReservationsFrameProps) {
  return (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard/listings">My Listings</BackLink>
        <h1>Reservations</h1>
      </header>
      <TabLinks
        label="Reservations"
        tabs={tabs.map(([name, label]) => ({
          label,
          to: reservationsPath(name),
          isCurrent: name === list,
        }))}
      />
      {children}
    </div>
  );
}
