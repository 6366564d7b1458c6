import { Button } from '../ui/basics/Button.tsx';
import { TextField } from '../ui/material/TextField.ts';
import { Suspense, type FormEvent } from 'react';
import { useLoaderData, useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import type { auditPageLoaderQuery } from '../__generated__/auditPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { PageMeta } from '../page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '../admin/frame/AdminSkeleton.tsx';
import { actionInWords } from '../admin/audit/auditWords.ts';
import { Pager } from '../admin/table/Pager.tsx';
import { AuditEntry } from './AuditEntry.tsx';
import styles from './AuditPage.module.css';
import { auditPageQuery, type AuditPageData } from './auditPageLoader.ts';

export { loadAuditPage as loadPage } from './auditPageLoader.ts';

export function Page() {
  const data = useLoaderData<AuditPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Audit Log" />}>
      <AuditLog {...data} />
    </Suspense>
  );
}

function AuditLog({ reference }: AuditPageData) {
  const { site, auditActions, auditEntries } = useOwnedPreloadedQuery<auditPageLoaderQuery>(
    auditPageQuery,
    reference,
  );
  const isBusy = useNavigation().state === 'loading';
  const entries = auditEntries?.edges ?? [];
  return (
    <AdminFrame
      title="Audit Log"
      subtitle="What administrators did, what members changed about their own access, and what Tideweek did. Entries can be neither changed nor deleted."
    >
      <PageMeta title={`Audit Log | ${site.title}`} canonicalPath="/admin/audit" />
      <Filter actions={auditActions ?? []} />
      {entries.length === 0 ? (
        <NoEntries />
      ) : (
        <>
          <ol className={styles.entries} aria-busy={isBusy} aria-label="Entries">
            {entries.map(({ node }) => (
              <AuditEntry key={node.number} entry={node} />
            ))}
          </ol>
          {auditEntries && (
            <Pager pageInfo={auditEntries.pageInfo} labels={{ previous: 'Newer', next: 'Older' }} />
          )}
        </>
      )}
    </AdminFrame>
  );
}

function NoEntries() {
  const [params] = useSearchParams();
  if (params.size === 0) {
    return (
      <EmptyState title="No entries yet">
        <p>The first change will stand here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No entries found"
      action={
        <ButtonLink to="/admin/audit" variant="outlined" color="inherit">
          Show All Entries
        </ButtonLink>
      }
    >
      <p>Nothing in the log fits these conditions.</p>
    </EmptyState>
  );
}

interface FilterProps {
  actions: readonly string[];
}

/** Works without scripts too: the field names are the URL parameters. */
function Filter({ actions }: FilterProps) {
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
    <TextField
      name={name}
      label={label}
      type={type}
      defaultValue={params.get(name) ?? ''}
      slotProps={type === 'date' ? { inputLabel: { shrink: true } } : {}}
    />
  );
  return (
    <form
      key={params.toString()}
      className={styles.filter}
      role="search"
      aria-label="Audit log"
      action="/admin/audit"
      onSubmit={submit}
    >
      {field('who', 'Who (username)')}
      <TextField
        name="action"
        label="What"
        select
        defaultValue={params.get('action') ?? ''}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">Everything</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {actionInWords(action)}
          </option>
        ))}
      </TextField>
      {field('subject', 'Id or key')}
      {field('from', 'From (UTC)', 'date')}
      {field('to', 'To (UTC)', 'date')}
      <div className={styles.buttons}>
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
