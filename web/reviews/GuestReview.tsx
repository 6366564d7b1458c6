import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { GuestReview_review$key } from '#web/__generated__/GuestReview_review.graphql.ts';
import { ReviewCard } from './ReviewCard.tsx';

interface GuestReviewProps {
  review: GuestReview_review$key;
  action?: ReactNode;
}

export function GuestReview({ review, action }: GuestReviewProps) {
  const { author, rating, title, content, hasStayed, answer } = useFragment<GuestReview_review$key>(
    graphql`
      fragment GuestReview_review on Review {
        rating
        title
        content
        hasStayed
        answer {
          content
          # Shown by ReviewCard.
          # eslint-disable-next-line relay/unused-fields
          createdAt
        }
        author {
          name
          memberSince
        }
      }
    `,
    review,
  );
  const { name, memberSince } = author;
  const card = { author: name, memberSince, rating, title, content, hasStayed, answer, action };
  return <ReviewCard {...card} />;
}
