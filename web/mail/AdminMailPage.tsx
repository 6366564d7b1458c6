import { lazy, Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import type { AdminMailPageQuery } from '#web/__generated__/AdminMailPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { LinkTabs } from '#web/ui/layout/LinkTabs.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { askedOf, List, meaningOf, useListTable } from '#web/admin/table/List.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './Mail.module.css';
import { mailList, statusChoices } from './mailList.tsx';
import { Link } from 'react-router-dom';
import { formatCount } from '#common/numbers.ts';
import { FailureDetails } from '#web/admin/facts/FailureDetails.tsx';

const MailDialog = lazy(() => import('./MailDialog.tsx'));

const subtitle = 'What went out, what waits, and what each message looks like.';

const adminMailPageQuery = graphql`
  query AdminMailPageQuery(
    $status: MailStatus
    $recipient: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    viewer {
      mailQueue {
        isConfigured
        waiting
        failed
        lastError
        lastErrorDetails
      }
    }
    mailTemplates {
      name
      label
    }
    mails(
      status: $status
      recipient: $recipient
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          id
          toName
          toAddress
          subject
          templateLabel
          status
          attempts
          lastError
          lastErrorDetails
          createdAt
          sentAt
          ...mailList_resend
        }
      }
      pageInfo {
        ...Pager_pageInfo @relay(mask: false)
      }
    }
  }
`;

export const page = definePage<AdminMailPageQuery>({
  path: '/admin/mail',
  access: 'admin',
  query: adminMailPageQuery,
  variables: (address) => {
    const { search, filters, page } = askedOf(mailList, address);
    return { status: meaningOf(statusChoices, filters['status']), recipient: search, ...page };
  },
  meta: { title: 'Mail' },
  skeleton: <Loading />,
  component: AdminMail,
});

const tabs = [
  { name: 'log', label: 'Outgoing Mail', to: '/admin/mail' },
  { name: 'templates', label: 'Templates', to: '/admin/mail?tab=templates' },
] as const;

function AdminMail({ data, reference, search }: PageProps<AdminMailPageQuery>) {
  const refresh = useRefresh(adminMailPageQuery, reference);
  const table = useListTable(mailList);
  const tab = search.get('tab') === 'templates' ? 'templates' : 'log';
  /** A message or a template. */
  const { shown, open, close } = useAddressDialog<string>(undefined, 'at');
  const seen = useSeen(shown);
  const templates = data.mailTemplates ?? [];
  return (
    <AdminFrame title="Mail" subtitle={subtitle}>
      {data.viewer?.mailQueue && <MailState queue={data.viewer.mailQueue} />}
      <LinkTabs
        label="Mail"
        tabs={tabs}
        current={tab}
        className={styles.tabs}
        panelClassName={styles.panel}
      >
        {tab === 'log' ? (
          <List list={mailList} data={open} found={data.mails} table={table} refresh={refresh} />
        ) : (
          <ul className={`stack gap-3 ${styles.templates}`}>
            {templates.map(({ name, label }) => (
              <li key={name}>
                <button
                  className={styles.template}
                  type="button"
                  aria-haspopup="dialog"
                  onClick={() => open(name)}
                >
                  <span>{label}</span>
                  <code className="soft text-13 regular">{name}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
      </LinkTabs>
      <Suspense fallback={null}>
        {seen.map((name) => (
          <MailDialog
            key={name}
            name={name}
            isTemplate={templates.some((template) => template.name === name)}
            isOpen={shown === name}
            onClose={close}
            focusAfter={() => document.querySelector('main')}
          />
        ))}
      </Suspense>
    </AdminFrame>
  );
}

function Loading() {
  return (
    <AdminFrame title="Mail" subtitle={subtitle}>
      <div role="status" aria-label="Loading the mail" className={styles.panel}>
        <Skeleton height="52px" radius="999px" />
        <Skeleton height="560px" radius="24px" />
      </div>
    </AdminFrame>
  );
}

/** The server counts no further than this. */
const countedAtMost = 1_000;

type MailQueue = NonNullable<NonNullable<AdminMailPageQuery['response']['viewer']>['mailQueue']>;

function MailState({ queue }: { queue: MailQueue }) {
  const { isConfigured, waiting, failed, lastError, lastErrorDetails } = queue;
  return (
    <div className={`cluster gap-3 ${styles.figures}`}>
      <Link
        to="/admin/mail?status=waiting"
        className={`gap-2 baseline card undecorated edged-on-hover ${styles.figure}`}
      >
        <strong>{counted(waiting)}</strong> waiting
      </Link>
      <Link
        to="/admin/mail?status=failed"
        className={`gap-2 baseline card undecorated edged-on-hover ${styles.figure} ${failed > 0 ? 'on-red' : ''}`}
      >
        <strong>{counted(failed)}</strong> given up
      </Link>
      {!isConfigured && (
        <p className="notice text-15-5 breaks">
          There is no mail server yet, so messages wait.{' '}
          <Link to="/admin/settings">Open the SMTP settings</Link>
        </p>
      )}
      {isConfigured && lastError && waiting + failed > 0 && (
        <div className="notice text-15-5 breaks">
          <p>The last error: {lastError}</p>
          <FailureDetails text={lastErrorDetails} of="the last error" />
        </div>
      )}
    </div>
  );
}

const counted = (count: number): string =>
  `${formatCount(count)}${count >= countedAtMost ? '+' : ''}`;
