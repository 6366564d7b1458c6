import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { AuditSentence_entry$key } from '#web/__generated__/AuditSentence_entry.graphql.ts';
import { sentenceOf } from './auditWords.ts';
import { nameInWords } from './nameInWords.ts';

/** An audit log entry in words, with links to its administrator and to its subject if it exists. */
export function AuditSentence({ entry }: { entry: AuditSentence_entry$key }) {
  const data = useFragment<AuditSentence_entry$key>(
    graphql`
      fragment AuditSentence_entry on AuditEntry {
        actorName
        actorFullName
        isByPerson
        action
        kind
        subjectType
        subjectId
        subjectName
        subjectExists
      }
    `,
    entry,
  );
  const { actorName, subjectName } = data;
  // Keys of settings are for programs.
  const name =
    data.subjectType === 'SiteSetting' && subjectName != null
      ? `${nameInWords(subjectName)} (${subjectName})`
      : subjectName;
  const { before, noun, after } = sentenceOf(data.kind, data.action, name != null);
  const path = data.subjectExists ? paths[data.subjectType]?.(data.subjectId) : undefined;
  return (
    <>
      {data.isByPerson ? (
        <Link to={`/admin/audit?who=${encodeURIComponent(actorName)}`}>
          {data.actorFullName ?? actorName}
        </Link>
      ) : (
        'Tideweek'
      )}{' '}
      {before}
      {noun !== undefined && (path ? <Link to={path}>{name}</Link> : <b>{name ?? noun}</b>)}
      {after}
    </>
  );
}

const paths: Readonly<Record<string, (id: string) => string>> = {
  Booking: (id) => `/admin/bookings?q=${id}`,
  InventoryProvider: () => '/admin/inventory',
  InventoryResort: () => '/admin/inventory/resorts',
  InventoryRun: (id) => `/admin/inventory/runs/${id}`,
  Listing: (id) => `/admin/listings/${id}`,
  OccupancyTax: () => '/admin/taxes',
  Organization: () => '/admin/organizations',
  PropertyInquiry: (id) => `/admin/inquiries/${id}`,
  Resort: (id) => `/resort/${id}`,
  SiteSetting: () => '/admin/settings?tab=all',
  User: (id) => `/admin/users?q=${id}`,
};
