import { lazy, Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import type { AdminMailPageQuery } from '../__generated__/AdminMailPageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { useAddressDialog } from '../ui/dialogs/useAddressDialog.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { askedOf, List, meaningOf, useListTable } from '../admin/table/List.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import styles from './Mail.module.css';
import { mailList, statusChoices } from './mailList.tsx';
import { MailState } from './MailState.tsx';

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
        ...MailState_queue
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
          ...ResendButton_mail
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
                <button type="button" aria-haspopup="dialog" onClick={() => open(name)}>
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
