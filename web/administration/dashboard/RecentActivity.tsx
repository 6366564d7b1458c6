import { graphql, useFragment } from 'react-relay/hooks';
import type { RecentActivity_query$key } from '#web/__generated__/RecentActivity_query.graphql.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { AuditSentence } from '#web/admin/audit/AuditSentence.tsx';
import styles from './AdminPage.module.css';

export function RecentActivity({ query }: { query: RecentActivity_query$key }) {
  const { auditEntries } = useFragment<RecentActivity_query$key>(
    graphql`
      fragment RecentActivity_query on Query {
        auditEntries(first: 6) {
          edges {
            node {
              number
              at
              note
              ...AuditSentence_entry
            }
          }
        }
      }
    `,
    query,
  );
  const entries = auditEntries?.edges ?? [];
  if (entries.length === 0) return <p className="quiet breaks">No recent activity to display</p>;
  return (
    <ul className={`stack ruled ${styles.activity}`}>
      {entries.map(({ node }) => (
        <li key={node.number}>
          <p>
            <AuditSentence entry={node} />
          </p>
          <p className="quiet breaks">
            <LocalTime instant={node.at} />
            {node.note && ` · “${node.note}”`}
          </p>
        </li>
      ))}
    </ul>
  );
}
