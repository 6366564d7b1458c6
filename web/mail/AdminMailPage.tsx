import Tab from '@mui/material/Tab';
import { Tabs } from '../ui/material/Tabs.ts';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { AdminMailPageQuery } from '../__generated__/AdminMailPageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import styles from './Mail.module.css';
import { MailLog } from './MailLog.tsx';
import { mailSearchOf } from './mailUrl.ts';
import { MailState } from './MailState.tsx';
import { useMailDialog } from './useMailDialog.ts';

const MailPreviewDialog = lazy(() => import('./MailPreviewDialog.tsx'));
const MailSampleDialog = lazy(() => import('./MailSampleDialog.tsx'));

const subtitle = 'What went out, what waits, and what each message looks like.';

export const page = definePage<AdminMailPageQuery>({
  path: '/admin/mail',
  access: 'admin',
  query: graphql`
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
      ...MailLog_query
        @arguments(
          status: $status
          recipient: $recipient
          first: $first
          after: $after
          last: $last
          before: $before
        )
    }
  `,
  variables: ({ search }) => {
    const { status, recipient, after, before } = mailSearchOf(search);
    return {
      ...(status && { status }),
      ...(recipient !== '' && { recipient }),
      ...(before === undefined ? { first: pageSize, after } : { last: pageSize, before }),
    };
  },
  meta: { title: 'Mail' },
  skeleton: <Loading />,
  component: AdminMail,
});

const pageSize = 20;

function AdminMail({ data }: PageProps<AdminMailPageQuery>) {
  const [params] = useSearchParams();
  const tab = params.get('tab') === 'templates' ? 'templates' : 'log';
  const { shown, open, close } = useMailDialog();
  const seen = useSeen(shown);
  const dialog = {
    onClose: close,
    focusAfter: () => document.querySelector<HTMLElement>('main'),
  };

  return (
    <AdminFrame title="Mail" subtitle={subtitle}>
      {data.viewer?.mailQueue && <MailState queue={data.viewer.mailQueue} />}
      <Tabs className={styles.tabs} value={tab} variant="fullWidth" aria-label="Mail">
        {(['log', 'templates'] as const).map((name) => (
          <Tab
            key={name}
            id={`tab-${name}`}
            value={name}
            label={name === 'log' ? 'Outgoing Mail' : 'Templates'}
            aria-controls="mail-panel"
            component={Link}
            to={name === 'log' ? '/admin/mail' : '/admin/mail?tab=templates'}
            replace
            preventScrollReset
          />
        ))}
      </Tabs>
      <div
        id="mail-panel"
        className="stack gap-4 shrink"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'log' ? (
          <MailLog query={data} onPreview={open} />
        ) : (
          <ul className={`stack gap-3 ${styles.templates}`}>
            {(data.mailTemplates ?? []).map(({ name, label }) => (
              <li key={name}>
                <button type="button" aria-haspopup="dialog" onClick={() => open(name)}>
                  <span>{label}</span>
                  <code className="soft text-13 regular">{name}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Suspense fallback={null}>
        {seen.map((name) =>
          data.mailTemplates?.some((template) => template.name === name) ? (
            <MailSampleDialog key={name} name={name} isOpen={shown === name} {...dialog} />
          ) : (
            <MailPreviewDialog key={name} id={name} isOpen={shown === name} {...dialog} />
          ),
        )}
      </Suspense>
    </AdminFrame>
  );
}

function Loading() {
  return (
    <AdminFrame title="Mail" subtitle={subtitle}>
      <div role="status" aria-label="Loading the mail" className="stack gap-4 shrink">
        <Skeleton height="52px" radius="999px" />
        <Skeleton height="560px" radius="24px" />
      </div>
    </AdminFrame>
  );
}
