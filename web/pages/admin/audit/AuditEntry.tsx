import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { AuditEntry_entry$key } from '../../../__generated__/AuditEntry_entry.graphql.ts';
import { formatMoment } from '../../../components/dates.ts';
import { actionInWords, subjectInWords } from '../auditWords.ts';
import styles from './AuditPage.module.css';
import { differences } from './differences.ts';

interface AuditEntryProps {
  entry: AuditEntry_entry$key;
}

export function AuditEntry({ entry }: AuditEntryProps) {
  const data = useFragment<AuditEntry_entry$key>(
    graphql`
      fragment AuditEntry_entry on AuditEntry {
        number
        at
        actorName
        action
        subjectType
        subjectId
        before
        after
        note
        hash
      }
    `,
    entry,
  );
  const changes = differences(data.before, data.after);
  return (
    <li className={styles.entry} value={Number(data.number)}>
      <div className={styles.line}>
        <h2 className={styles.what}>{actionInWords(data.action)}</h2>
        <time dateTime={data.at}>{formatMoment(data.at)}</time>
      </div>
      <p>
        <Link to={`/admin/audit?who=${encodeURIComponent(data.actorName)}`}>{data.actorName}</Link>,{' '}
        {subjectInWords(data.subjectType)}{' '}
        <Link to={`/admin/audit?subject=${encodeURIComponent(data.subjectId)}`}>
          {data.subjectId}
        </Link>
      </p>
      {data.note && <p className={styles.note}>“{data.note}”</p>}
      {changes.length > 0 && (
        <details className={styles.changes}>
          <summary>{changes.length === 1 ? '1 field' : `${changes.length} fields`} changed</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before === undefined ? <i>nothing</i> : <del>{before}</del>}</td>
                  <td>{after === undefined ? <i>nothing</i> : <ins>{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.hash}>
            Entry {data.number}, SHA-256 {data.hash}
          </p>
        </details>
      )}
    </li>
  );
}
