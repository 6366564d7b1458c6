import type { ReactNode } from 'react';
import { Icon } from '../ui/basics/Icon.tsx';
import { formatDay } from '#common/dayWords.ts';
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
  source?: ReactNode;
  hasStayed?: boolean;
  answer?: { readonly content: string; readonly createdAt: string } | null | undefined;
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
    <div className="flex column gap-3 full-height padding-5 card">
      <figure className="flex column gap-3 grow">
        {rating !== undefined && (
          <div className="bar gap-3 row-gap-2">
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
        <blockquote className="grow">“{content}”</blockquote>
        <figcaption className="row wrap gap-3 row-gap-2 margin-top-2">
          <span className={`disc on-foam teal bold ${styles.initials}`} aria-hidden="true">
            {initialsOf(author)}
          </span>
          <span className={styles.who}>
            <span className="block semibold tight">{author}</span>
            <span className="quiet">
              {source ?? (memberSince === undefined ? timeAgo : `Members since ${memberSince}`)}
            </span>
          </span>
          {action}
        </figcaption>
      </figure>
      {answer && (
        <div
          className="stack gap-1 padding-4 rounded on-paper"
          role="group"
          aria-label={`Answer of the owner to ${author}`}
        >
          <p className="cluster gap-3 row-gap-0 baseline between">
            <strong>Answer of the owner</strong>{' '}
            <time className="quiet" dateTime={answer.createdAt}>
              {formatDay(answer.createdAt)}
            </time>
          </p>
          <p className="breaks pre-line">{answer.content}</p>
        </div>
      )}
    </div>
  );
}
