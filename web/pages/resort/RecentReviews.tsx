import { graphql, useFragment } from 'react-relay/hooks';
import type { RecentReviews_resort$key } from '../../__generated__/RecentReviews_resort.graphql.ts';
import { ReviewCard } from '../../components/ReviewCard.tsx';
import styles from './ResortPage.module.css';

interface RecentReviewsProps {
  resort: RecentReviews_resort$key;
}

export function RecentReviews({ resort }: RecentReviewsProps) {
  const { reviews } = useFragment<RecentReviews_resort$key>(
    graphql`
      fragment RecentReviews_resort on Resort {
        reviews(first: 3) @connection(key: "RecentReviews_reviews") {
          edges {
            node {
              id
              rating
              title
              content
              author {
                name
                memberSince
              }
            }
          }
        }
      }
    `,
    resort,
  );
  return (
    <section className={styles.block} aria-labelledby="reviews">
      <h2 id="reviews">Recent Reviews</h2>
      {reviews.edges.length === 0 ? (
        <p>No reviews yet.</p>
      ) : (
        <ul className={styles.reviews}>
          {reviews.edges.map(({ node }) => (
            <li key={node.id}>
              <ReviewCard
                rating={node.rating}
                title={node.title}
                content={node.content}
                author={node.author.name}
                memberSince={node.author.memberSince}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
