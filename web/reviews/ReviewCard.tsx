import type { ReactNode } from 'react';
import { Icon } from '../ui/basics/Icon.tsx';
import { formatDay } from '../ui/words/dates.ts';
import { initialsOf } from '../ui/words/initials.ts';
import styles from './ReviewCard.module.css';
import { StarRating } from '../ui/basics/StarRating.tsx';

interface ReviewCardProps {
  /** Undefined for testimonials without a rating. */
  rating?: number;
  author: string;
  content: string;
  title?: string;
  memberSince?: number;
  timeAgo?: string;
  /** Publication, shown instead of the date. */
  source?: ReactNode;
  /** Whether the stay was booked here. */
  hasStayed?: boolean;
  /** The answer of the owner of the week. */
  answer?: { readonly content: string; readonly createdAt: string } | null | undefined;
  /** An action on the review, beside the author. */
  action?: ReactNode;
}

export function ReviewCard(props: ReviewCardProps) {
  const {
    rating,
    author,
    content,
    title,
    memberSince,
    timeAgo,
    hasStayed,
    source,
    answer,
    action,
  } = props;
  return (
    <div className={styles.card}>
      <figure className={styles.review}>
        {rating !== undefined && (
          <div className={styles.line}>
            <StarRating rating={rating} label={`${rating} stars`} size={20} />
            {hasStayed && (
              <span className={styles.stayed}>
                <Icon name="check" size={16} />
                Stayed here
              </span>
            )}
          </div>
        )}
        {title && <h3>{title}</h3>}
        <blockquote className={styles.content}>“{content}”</blockquote>
        <figcaption className={styles.author}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(author)}
          </span>
          <span className={styles.who}>
            <span className={styles.name}>{author}</span>
            <span className={styles.date}>
              {source ?? (memberSince === undefined ? timeAgo : `Members since ${memberSince}`)}
            </span>
          </span>
          {action}
        </figcaption>
      </figure>
      {answer && (
        <div className={styles.answer} role="group" aria-label={`Answer of the owner to ${author}`}>
          <p className={styles.by}>
            <strong>Answer of the owner</strong>{' '}
            <time dateTime={answer.createdAt}>{formatDay(answer.createdAt)}</time>
          </p>
          <p className={styles.words}>{answer.content}</p>
        </div>
      )}
    </div>
  );
}
