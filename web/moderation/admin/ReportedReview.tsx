import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from 'react-router-dom';
import { plural } from '#common/numbers.ts';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import type { Table } from '#web/admin/table/useTable.ts';
import styles from './ModerationPage.module.css';
import type { ModerationPageQuery } from '#web/__generated__/ModerationPageQuery.graphql.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

export type ReportedRow = RowOf<ModerationPageQuery, 'reportedReviews'>;

interface ReportedReviewProps {
  review: ReportedRow;
  opener: Table['opener'];
}

const reasons: Readonly<Record<string, string>> = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  PRIVATE_DATA: 'Someone’s private details',
  NOT_GENUINE: 'Not a genuine stay',
  OTHER: 'Something else',
};

const nameOf = (person: { firstName: string; lastName: string } | null | undefined): string =>
  person ? `${person.firstName} ${person.lastName}` : 'a former member';

export function ReportedReview({ review, opener }: ReportedReviewProps) {
  const { author, resort, openReports, openReportCount } = review;
  return (
    <li className={`stack gap-3 ${styles.review}`}>
      <div className="bar gap-4 row-gap-2px">
        <h3 className="text-18">{review.title}</h3>
        <StarRating rating={review.rating} />
      </div>
      <p className="soft breaks">
        {nameOf(author)}
        {author && ` (${author.username})`} about{' '}
        <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>,{' '}
        <LocalDay instant={review.createdAt} />
      </p>
      <p className="breaks pre-wrap">{review.content}</p>
      {review.answer != null && (
        <p className="breaks pre-wrap">
          <strong>Answer of the owner:</strong> {review.answer}
        </p>
      )}
      <ul className="stack gap-2 padding-4 tile" aria-label={plural(openReportCount, 'report')}>
        {openReports.map((report) => (
          <li className="breaks" key={report.id}>
            <strong>{reasons[report.reason] ?? report.reason}</strong>
            {report.details !== '' && `: ${report.details}`}{' '}
            <span className="soft breaks">
              {nameOf(report.reporter)}, <LocalDay instant={report.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <div className="cluster gap-3 wide-on-phones">
        <Button
          {...opener('remove', review.databaseId)}
          variant="contained"
          color="error"
          aria-label={`Remove the review “${review.title}”`}
        >
          Remove Review
        </Button>
        {review.answer != null && (
          <Button
            {...opener('removeAnswer', review.databaseId)}
            variant="outlined"
            color="error"
            aria-label={`Remove the answer to the review “${review.title}”`}
          >
            Remove Answer
          </Button>
        )}
        <Button
          {...opener('dismiss', review.databaseId)}
          variant="quiet"
          aria-label={`Keep the review “${review.title}”`}
        >
          Keep Review
        </Button>
      </div>
    </li>
  );
}
