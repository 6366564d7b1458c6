import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { AdminSettingsPageQuery } from '#web/__generated__/AdminSettingsPageQuery.graphql.ts';
import { definePage, type FrameProps, type PageProps } from '#web/page/definePage.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatCount, plural } from '#common/numbers.ts';
import { LinkTabs } from '#web/ui/layout/LinkTabs.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useLast } from '#web/ui/basics/useLast.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { MissingSettings } from './MissingSettings.tsx';
import { NewSetting } from './NewSetting.tsx';
import styles from './Settings.module.css';
import { inFormOrder, type Setting } from './settings.ts';
import { SmtpSettings } from './smtp/SmtpSettings.tsx';
import { useSettingEditor, type SettingEditor } from './useSettingEditor.ts';
import { NothingYet } from './NothingYet.tsx';
import { SettingRow } from './SettingRow.tsx';
import { SmtpSaveButton, SmtpState } from '#web/settings/smtp/SmtpState.tsx';

const DeleteSettingDialog = lazy(() => import('./DeleteSettingDialog.tsx'));

const adminSettingsPageQuery = graphql`
  query AdminSettingsPageQuery {
    ...AppShell_query
    site {
      title
      contactEmail
      contactPhone
      supportHours
      serviceFeeBps
    }
    settings {
      id
      key
      value
      category
      description
      isEncrypted
      problem
      version
    }
  }
`;

export const page = definePage<AdminSettingsPageQuery>({
  path: '/admin/settings',
  access: 'admin',
  query: adminSettingsPageQuery,
  frame: ({ children }: FrameProps<AdminSettingsPageQuery>) => (
    <GuardedPage>{children}</GuardedPage>
  ),
  meta: { title: 'Site Settings' },
  skeleton: <Loading />,
  component: AdminSettings,
});

function AdminSettings({ data, reference }: PageProps<AdminSettingsPageQuery>) {
  const refresh = useRefresh(adminSettingsPageQuery, reference);
  const { site } = data;
  const settings = data.settings ?? [];
  const editor = useSettingEditor(refresh);
  const [params] = useSearchParams();
  const tabs = tabsFor(settings.length);
  const tab = tabs.find(({ name }) => name === params.get('tab'))?.name ?? 'smtp';
  const seen = useSeen(tab);
  const {
    target: asked,
    open: askToDelete,
    dialog,
  } = useTarget<Setting>(() => document.querySelector('main'));
  // Resets the form after it was sent.
  const [created, setCreated] = useState(0);
  // Stays while another tab is shown.
  const suggestedKey = useLast(tab === 'new' ? (params.get('key') ?? '') : undefined) ?? '';

  return (
    <AdminFrame
      title="Site Settings"
      subtitle="What the site says, and how its mail goes out."
      actions={
        <ButtonLink to="/admin/taxes" variant="quiet">
          Occupancy Taxes
        </ButtonLink>
      }
    >
      <LinkTabs
        label="Kinds of settings"
        tabs={tabs}
        current={tab}
        className={styles.tabs}
        panelClassName={styles.panels}
        isScrollable
      >
        {tab === 'smtp' && (
          <SmtpSettings
            settings={settings.filter(({ category }) => category === 'smtp')}
            editor={editor}
          />
        )}
        {tab === 'general' && (
          <>
            <GeneralSettings
              settings={settings.filter(({ category }) => category === 'general')}
              editor={editor}
              onDelete={askToDelete}
            />
            <MissingSettings site={site} settings={settings} />
          </>
        )}
        {tab === 'all' && (
          <AllSettings settings={settings} editor={editor} onDelete={askToDelete} />
        )}
        {seen.includes('new') && (
          // Hidden, so that typed text is kept like the drafts of other tabs.
          <div hidden={tab !== 'new'}>
            <NewSetting
              key={`${suggestedKey} ${created}`}
              suggestedKey={created === 0 ? suggestedKey : ''}
              onCreated={async () => {
                await editor.refresh();
                setCreated(created + 1);
              }}
            />
          </div>
        )}
      </LinkTabs>
      {asked && (
        <Suspense fallback={null}>
          <DeleteSettingDialog setting={asked} {...dialog} onDeleted={editor.refresh} />
        </Suspense>
      )}
    </AdminFrame>
  );
}

function Loading() {
  return (
    <AdminFrame title="Site Settings">
      <p role="status">Loading admin settings...</p>
      <Skeleton height="52px" radius="999px" />
      <Skeleton height="480px" radius="24px" />
    </AdminFrame>
  );
}

type TabName = 'smtp' | 'general' | 'all' | 'new';

const tabsFor = (count: number): { name: TabName; label: string; to: string }[] => [
  { name: 'smtp', label: 'SMTP', to: '/admin/settings' },
  { name: 'general', label: 'General', to: '/admin/settings?tab=general' },
  {
    name: 'all',
    label: `All Settings (${formatCount(count)})`,
    to: '/admin/settings?tab=all',
  },
  { name: 'new', label: 'Add New', to: '/admin/settings?tab=new' },
];

interface GeneralSettingsProps {
  settings: readonly Setting[];
  editor: SettingEditor;
  onDelete: (setting: Setting) => void;
}

function GeneralSettings({ settings, editor, onDelete }: GeneralSettingsProps) {
  return (
    <section className={styles.panel} aria-labelledby="general-heading">
      <div className={styles.panelHead}>
        <h2 id="general-heading">General Settings</h2>
      </div>
      {settings.length === 0 ? (
        <NothingYet icon="filter" title="No general settings configured yet">
          Until then the site says what it came with.
        </NothingYet>
      ) : (
        <ul className="ruled">
          {settings.map((setting) => (
            <SettingRow key={setting.id} setting={setting} editor={editor} onDelete={onDelete} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface AllSettingsProps {
  settings: readonly Setting[];
  editor: SettingEditor;
  onDelete: (setting: Setting) => void;
}

function AllSettings({ settings, editor, onDelete }: AllSettingsProps) {
  if (settings.length === 0) {
    return (
      <section className={styles.panel} aria-labelledby="all-heading">
        <div className={styles.panelHead}>
          <h2 id="all-heading">All Settings</h2>
        </div>
        <NothingYet icon="filter" title="No settings yet">
          What you add is listed here by category.
        </NothingYet>
      </section>
    );
  }
  return [...byCategory(settings)].map(([category, group]) => (
    <section key={category} className={styles.panel} aria-label={category}>
      <div className={styles.panelHead}>
        <h2>
          <span className={styles.category}>{category === 'smtp' ? 'SMTP' : category}</span>{' '}
          <span className={`soft nowrap ${styles.count}`}>{plural(group.length, 'setting')}</span>
        </h2>
        {category === 'smtp' && <SmtpState settings={group} editor={editor} />}
      </div>
      <ul className="ruled">
        {inFormOrder(group).map((setting) => (
          <SettingRow key={setting.id} setting={setting} editor={editor} onDelete={onDelete} />
        ))}
      </ul>
      {category === 'smtp' && (
        <div className={`cluster gap-3 margin-top-5 line-above ${styles.panelActions}`}>
          <SmtpSaveButton settings={group} editor={editor} />
        </div>
      )}
    </section>
  ));
}

function byCategory(settings: readonly Setting[]): Map<string, Setting[]> {
  const categories = new Map<string, Setting[]>();
  for (const setting of settings) {
    const group = categories.get(setting.category) ?? [];
    categories.set(setting.category, [...group, setting]);
  }
  return categories;
}
