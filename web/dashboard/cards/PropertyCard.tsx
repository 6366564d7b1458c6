import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PropertyList_viewer$key } from '#web/__generated__/PropertyList_viewer.graphql.ts';
import { DashboardCard } from './DashboardCard.tsx';
import { PropertyList } from './PropertyList.tsx';

interface PropertyCardProps {
  viewer: PropertyList_viewer$key;
  action: ReactNode;
}

export function PropertyCard({ viewer, action }: PropertyCardProps) {
  return (
    <DashboardCard
      title="My Property"
      icon="key"
      aside={<Link to="/dashboard/submissions">My Submissions</Link>}
    >
      <PropertyList
        viewer={viewer}
        empty={<p>Own a timeshare week? Our team helps you sell or rent it.</p>}
      />
      {action}
    </DashboardCard>
  );
}
