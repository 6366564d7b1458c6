import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { AuditEntry_entry$key } from '../__generated__/AuditEntry_entry.graphql.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import { AuditSentence } from '../admin/audit/AuditSentence.tsx';
import { actionInWords } from '../admin/audit/auditWords.ts';
import { nameInWords } from '../admin/audit/nameInWords.ts';
import { Details } from '../admin/facts/Details.tsx';
import styles from './AuditPage.module.css';
import { differences } from './differences.ts';

export function AuditEntry({ entry }: { entry: AuditEntry_entry$key }) {
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
        ...AuditSentence_entry
      }
    `,
    entry,
  );
  const changes = differences(data.before, data.after);
  const hadAny = changes.some(({ before }) => before !== undefined);
  const hasAny = changes.some(({ after }) => after !== undefined);
  const subject = new URLSearchParams({ type: data.subjectType, subject: data.subjectId });
  return (
    <li className="stack gap-1 padding-4-5 breaks" value={Number(data.number)}>
      <div className={`cluster gap-4 row-gap-2px baseline between ${styles.line}`}>
        <h2 className={styles.what}>
          <AuditSentence entry={data} />
        </h2>
        <LocalTime instant={data.at} />
      </div>
      {data.note && <p className="soft">“{data.note}”</p>}
      <Details of={`entry ${data.number}`}>
        {changes.length > 0 && (
          <table className={`full text-15 ${styles.changes}`}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {hadAny && <th scope="col">Before</th>}
                {hasAny && <th scope="col">After</th>}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{nameInWords(field)}</th>
                  {hadAny && <td>{before === undefined ? <i>nothing</i> : <del>{before}</del>}</td>}
                  {hasAny && <td>{after === undefined ? <i>nothing</i> : <ins>{after}</ins>}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <dl className={`icon-and-text gap-4 row-gap-1 soft text-13 ${styles.facts}`}>
          <dt>Action</dt>
          <dd>
            {actionInWords(data.action)}, by {data.actorName}
          </dd>
          <dt>{nameInWords(data.subjectType)}</dt>
          <dd>
            {data.subjectId}{' '}
            <Link to={`/admin/audit?${subject}`}>
              All entries<span className="visuallyHidden"> about {data.subjectId}</span>
            </Link>
          </dd>
          <dt>Entry</dt>
          <dd>
            {data.number}, SHA-256 {data.hash}
          </dd>
        </dl>
      </Details>
    </li>
  );
}
