import type { AdminPageQuery } from '#web/__generated__/AdminPageQuery.graphql.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { AuditSentence } from '#web/admin/audit/AuditSentence.tsx';
import styles from './AdminPage.module.css';

export function RecentActivity({ auditEntries }: Pick<AdminPageQuery['response'], 'auditEntries'>) {
  const entries = auditEntries?.edges ?? [];
  if (entries.length === 0) return <p className="quiet breaks">No recent activity to display</p>;
  return (
    <ul className={`stack ruled ${styles.activity}`}>
      {entries.map(({ node }) => (
        <li className="padding-y-3 breaks" key={node.number}>
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
