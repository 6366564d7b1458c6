import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import { NewAvailabilitySection } from './NewAvailabilitySection.tsx';
import { TopResortsSection } from './TopResortsSection.tsx';

export function HomePageSkeleton() {
  return (
    <>
      <NewAvailabilitySection>
        <ResortGrid onPhones="row" isLarge isPlaceholder>
          {Array.from({ length: 3 }, (_, index) => (
            <ResortCardSkeleton key={index} />
          ))}
        </ResortGrid>
      </NewAvailabilitySection>
      <TopResortsSection>
        <ResortGrid onPhones="row" isPlaceholder>
          {Array.from({ length: 8 }, (_, index) => (
            <ResortCardSkeleton key={index} />
          ))}
        </ResortGrid>
      </TopResortsSection>
    </>
  );
}
