import type { ReactNode } from 'react';
import { initialsOf } from '../ui/words/initials.ts';
import styles from './ReviewCard.module.css';
import { StarRating } from '../ui/basics/StarRating.tsx';

interface ReviewCardProps {
  rating: number;
  author: string;
  content: string;
  title?: string;
  memberSince?: number;
  timeAgo?: string;
  /** An action on the review, beside the author. */
  action?: ReactNode;
}

export function ReviewCard(props: ReviewCardProps) {
  const { rating, author, content, title, memberSince, timeAgo, action } = props;
  return (
    <figure className={styles.card}>
      <StarRating rating={rating} label={`${rating} stars`} size={20} />
      {title && <h3>{title}</h3>}
      <blockquote className={styles.content}>“{content}”</blockquote>
      <figcaption className={styles.author}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(author)}
        </span>
        <span className={styles.who}>
          <span className={styles.name}>{author}</span>
          <span className={styles.date}>
            {memberSince === undefined ? timeAgo : `Members since ${memberSince}`}
          </span>
        </span>
        {action}
      </figcaption>
    </figure>
  );
}
