import { graphql, useFragment } from 'react-relay/hooks';
import type { RecentActivity_query$key } from '../../../__generated__/RecentActivity_query.graphql.ts';
import { formatMoment } from '../../../components/dates.ts';
import { actionInWords, subjectInWords } from '../auditWords.ts';
import styles from './AdminPage.module.css';

interface RecentActivityProps {
  query: RecentActivity_query$key;
}

export function RecentActivity({ query }: RecentActivityProps) {
  const { auditEntries } = useFragment<RecentActivity_query$key>(
    graphql`
      fragment RecentActivity_query on Query {
        auditEntries(first: 6) {
          edges {
            node {
              number
              at
              actorName
              action
              subjectType
              subjectId
              note
            }
          }
        }
      }
    `,
    query,
  );
  const entries = auditEntries?.edges ?? [];
  if (entries.length === 0) return <p className={styles.soft}>No recent activity to display</p>;
  return (
    <ul className={styles.activity}>
      {entries.map(({ node }) => (
        <li key={node.number}>
          <p>
            <strong>{actionInWords(node.action)}</strong> by {node.actorName}
          </p>
          <p className={styles.soft}>
            {formatMoment(node.at)} · {subjectInWords(node.subjectType)} {node.subjectId}
            {node.note && ` · ${node.note}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
