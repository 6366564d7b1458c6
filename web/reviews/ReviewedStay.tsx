import { Suspense, type ReactNode } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { stayToReviewLoaderQuery } from '../__generated__/stayToReviewLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { SectionBoundary } from '../ui/layout/SectionBoundary.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { stayToReview } from './stayToReviewLoader.ts';

type Answer = stayToReviewLoaderQuery['response'];

interface ReviewedStayProps {
  reference: PreloadedQuery<stayToReviewLoaderQuery> | undefined;
  children: (booking: NonNullable<Answer['booking']>, viewer: Answer['viewer']) => ReactNode;
}

/** Loads a booking for a dialog about its review. */
export function ReviewedStay({ reference, children }: ReviewedStayProps) {
  if (!reference) return null;
  return (
    <SectionBoundary message="The booking could not be loaded" attempt={reference}>
      <Suspense fallback={<Skeleton height="320px" radius="14px" />}>
        <LoadedStay reference={reference}>{children}</LoadedStay>
      </Suspense>
    </SectionBoundary>
  );
}

interface LoadedStayProps extends ReviewedStayProps {
  reference: PreloadedQuery<stayToReviewLoaderQuery>;
}

function LoadedStay({ reference, children }: LoadedStayProps) {
  const { booking, viewer } = useOwnedPreloadedQuery<stayToReviewLoaderQuery>(
    stayToReview,
    reference,
  );
  return booking ? children(booking, viewer) : <NoSuchStay />;
}

export const NoSuchStay = () => (
  <p>There is no such booking of yours. Are you signed in with the account that has it?</p>
);
