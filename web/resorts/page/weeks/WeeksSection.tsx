import { lazy, Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { resortPageLoaderWeeksQuery } from '#web/__generated__/resortPageLoaderWeeksQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useNear } from '#web/ui/basics/useNear.ts';
import type { ResortFactsProps } from '../ResortFacts.tsx';
import styles from '../ResortPage.module.css';
import { resortWeeksQuery } from '../resortPageLoader.ts';
import { ResortWeeks } from './ResortWeeks.tsx';
import weekStyles from './ResortWeeks.module.css';
import { useResortView } from '../useResortView.ts';

const StayPicker = lazy(() => import('../stay/StayPicker.tsx'));

interface WeeksSectionProps {
  resortId: string;
  reference: PreloadedQuery<resortPageLoaderWeeksQuery>;
  facts: Omit<ResortFactsProps, 'weeks'>;
}

export function WeeksSection({ resortId, reference, facts }: WeeksSectionProps) {
  // The calendar is not in the first HTML: pictures and text must not wait for it.
  const [section, isNear] = useNear<HTMLElement>();
  return (
    <section ref={section} className={styles.block} aria-labelledby="weeks">
      <h2 id="weeks" tabIndex={-1}>
        Available Weeks
      </h2>
      <p className={`soft text-18 ${weekStyles.intro}`}>
        Verified weeks that owners offer, numbered as this resort counts them
      </p>
      <SectionBoundary message="The calendar could not be loaded" attempt={resortId}>
        {isNear ? (
          <Suspense fallback={<CalendarSkeleton />}>
            <StayPicker resortId={resortId} />
          </Suspense>
        ) : (
          <CalendarSkeleton />
        )}
      </SectionBoundary>
      <SectionBoundary message="The available weeks could not be loaded" attempt={reference}>
        <Suspense fallback={<WeeksSkeleton />}>
          <Weeks reference={reference} facts={facts} />
        </Suspense>
      </SectionBoundary>
    </section>
  );
}

function Weeks({ reference, facts }: Omit<WeeksSectionProps, 'resortId'>) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderWeeksQuery>(
    resortWeeksQuery,
    reference,
  );
  const { view, show } = useResortView();
  return (
    resort && (
      <ResortWeeks
        key={view.night ?? 'all'}
        resort={resort}
        night={view.night}
        facts={facts}
        onShowAll={() => show({ night: undefined })}
      />
    )
  );
}

const CalendarSkeleton = () => (
  <div className={weekStyles.calendar} aria-hidden="true">
    <Skeleton height="100%" radius="24px" />
  </div>
);

const WeeksSkeleton = () => (
  <div className="stack gap-4 margin-top-5" aria-hidden="true">
    <Skeleton height="150px" radius="14px" />
    <Skeleton height="150px" radius="14px" />
    <Skeleton height="150px" radius="14px" />
  </div>
);
