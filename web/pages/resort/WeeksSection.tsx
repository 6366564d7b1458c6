import type { PreloadedQuery } from 'react-relay/hooks';
import type { BookNow_site$key } from '../../__generated__/BookNow_site.graphql.ts';
import type { resortPageLoaderWeeksQuery } from '../../__generated__/resortPageLoaderWeeksQuery.graphql.ts';
import { Section } from '../../ui/basics/Section.tsx';
import { Skeleton } from '../../ui/basics/Skeleton.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { ResortCalendar } from './ResortCalendar.tsx';
import { resortWeeksQuery } from './resortPageLoader.ts';
import { ResortWeeks } from './ResortWeeks.tsx';
import styles from './ResortWeeks.module.css';
import { useResortView } from './useResortView.ts';

const title = 'Available Weeks';
const subtitle = 'Verified weeks that owners offer, numbered as this resort counts them';

interface WeeksSectionProps {
  reference: PreloadedQuery<resortPageLoaderWeeksQuery>;
  site: BookNow_site$key;
}

export function WeeksSection({ reference, site }: WeeksSectionProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderWeeksQuery>(
    resortWeeksQuery,
    reference,
  );
  const { view, show } = useResortView();
  if (!resort) return null;
  return (
    <Section title={title} subtitle={subtitle}>
      <div className={styles.section}>
        <div>
          <ResortCalendar
            resort={resort}
            night={view.night}
            onNight={(night) => show({ night, month: night?.slice(0, 7) ?? view.month })}
            onMonth={(month) => show({ month }, { replace: true })}
          />
        </div>
        <ResortWeeks
          // Resets pagination when the night changes.
          key={view.night ?? 'all'}
          resort={resort}
          site={site}
          night={view.night}
          onShowAll={() => show({ night: undefined })}
        />
      </div>
    </Section>
  );
}

export function WeeksSkeleton() {
  return (
    <Section title={title} subtitle={subtitle}>
      <div className={styles.section} aria-hidden="true">
        <div>
          <Skeleton height="420px" radius="24px" />
        </div>
        <div className={styles.weeks}>
          <Skeleton height="150px" radius="14px" />
          <Skeleton height="150px" radius="14px" />
          <Skeleton height="150px" radius="14px" />
        </div>
      </div>
    </Section>
  );
}
