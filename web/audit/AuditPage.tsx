import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import type { FormEvent } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { AuditPageQuery, AuditFilter } from '#web/__generated__/AuditPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { actionInWords } from '#web/admin/audit/auditWords.ts';
import { byTime, Pager, pageVariables } from '#web/admin/table/Pager.tsx';
import { AuditEntry } from './AuditEntry.tsx';
import styles from './AuditPage.module.css';
import { addDays, isDay } from '#common/days.ts';

export const page = definePage<AuditPageQuery>({
  path: '/admin/audit',
  access: 'admin',
  query: graphql`
    query AuditPageQuery(
      $filter: AuditFilter
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      auditActions
      auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            number
            ...AuditEntry_entry
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ search }) => ({ filter: filterIn(search), ...pageVariables(search, 25) }),
  meta: { title: 'Audit Log' },
  skeleton: <AdminSkeleton title="Audit Log" />,
  component: AuditLog,
});

function AuditLog({ data: { auditActions, auditEntries } }: PageProps<AuditPageQuery>) {
  const isBusy = useNavigation().state === 'loading';
  const entries = auditEntries?.edges ?? [];
  return (
    <AdminFrame
      title="Audit Log"
      subtitle="What administrators did, what members changed about their own access, and what Tideweek did. Entries can be neither changed nor deleted."
    >
      <Filter actions={auditActions ?? []} />
      {entries.length === 0 ? (
        <NoEntries />
      ) : (
        <>
          <ol className="stack panel ruled" aria-busy={isBusy} aria-label="Entries">
            {entries.map(({ node }) => (
              <AuditEntry key={node.number} entry={node} />
            ))}
          </ol>
          {auditEntries && <Pager pageInfo={auditEntries.pageInfo} labels={byTime} />}
        </>
      )}
    </AdminFrame>
  );
}

function NoEntries() {
  const [params] = useSearchParams();
  if (params.size === 0) {
    return <EmptyState title="No entries yet" text="The first change will stand here." />;
  }
  return (
    <EmptyState
      title="No entries found"
      link={{ to: '/admin/audit', label: 'Show All Entries' }}
      text="Nothing in the log fits these conditions."
    />
  );
}

/** Works without scripts too: the field names are the URL parameters. */
function Filter({ actions }: { actions: readonly string[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') given.set(name, value.trim());
    }
    void navigate(`/admin/audit?${given}`);
  };
  const field = (name: string, label: string, type = 'text') => (
    <TextField name={name} label={label} type={type} defaultValue={params.get(name) ?? ''} />
  );
  return (
    <form
      key={params.toString()}
      className={`stack gap-4 at-bottom padding-5 panel ${styles.filter}`}
      role="search"
      aria-label="Audit log"
      action="/admin/audit"
      onSubmit={submit}
    >
      {field('who', 'Who (username)')}
      <ChoiceField name="action" label="What" defaultValue={params.get('action') ?? ''}>
        <option value="">Everything</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {actionInWords(action)}
          </option>
        ))}
      </ChoiceField>
      {field('subject', 'Id or key')}
      {field('from', 'From (UTC)', 'date')}
      {field('to', 'To (UTC)', 'date')}
      <div className="flex gap-2">
        <Button type="submit" variant="contained">
          Filter
        </Button>
        {params.size > 0 && (
          <ButtonLink to="/admin/audit" color="inherit">
            Clear
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

/** The audit log filter in a URL; invalid days are ignored. */
function filterIn(params: URLSearchParams): AuditFilter {
  const text = (name: string) => params.get(name)?.trim() || null;
  const day = (name: string) => {
    const value = text(name);
    return value && isDay(value) ? value : null;
  };
  const [from, to] = [day('from'), day('to')];
  const isSpan = !(from && to && from > to);
  return {
    actor: text('who'),
    action: text('action'),
    subjectType: text('type'),
    subjectId: text('subject'),
    since: from && isSpan ? `${from}T00:00:00Z` : null,
    // Includes the whole last day.
    until: to && isSpan ? `${addDays(to, 1)}T00:00:00Z` : null,
  };
}
