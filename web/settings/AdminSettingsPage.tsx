import Tab from '@mui/material/Tab';
import { Tabs } from '../ui/material/Tabs.ts';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { AdminSettingsPageQuery } from '../__generated__/AdminSettingsPageQuery.graphql.ts';
import { definePage, type FrameProps, type PageProps } from '../page/definePage.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { formatCount } from '#common/numbers.ts';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { useLast } from '../ui/basics/useLast.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { GuardedPage } from '../ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { AllSettings } from './AllSettings.tsx';
import { GeneralSettings } from './GeneralSettings.tsx';
import { MissingSettings } from './MissingSettings.tsx';
import { NewSetting } from './NewSetting.tsx';
import styles from './Settings.module.css';
import type { Setting } from './settings.ts';
import { readSettings } from './settingsLoader.ts';
import { SmtpSettings } from './smtp/SmtpSettings.tsx';
import { useSettingEditor } from './useSettingEditor.ts';

const DeleteSettingDialog = lazy(() => import('./DeleteSettingDialog.tsx'));

const adminSettingsPageQuery = graphql`
  query AdminSettingsPageQuery {
    ...AppShell_query
    site {
      title
      ...MissingSettings_site
    }
    settings {
      ...settingsLoader_setting
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
  const settings = readSettings(data.settings ?? []);
  const editor = useSettingEditor(refresh);
  const [params] = useSearchParams();
  const tab = tabOf(params.get('tab'));
  const seen = useSeen(tab);
  const [asked, setAsked] = useState<Setting>();
  const [isAsking, setIsAsking] = useState(false);
  const askToDelete = (setting: Setting) => {
    setAsked(setting);
    setIsAsking(true);
  };
  // Resets the form after it was sent.
  const [created, setCreated] = useState(0);
  // Stays while another tab is shown.
  const suggestedKey = useLast(tab === 'new' ? (params.get('key') ?? '') : undefined) ?? '';

  return (
    <AdminFrame
      title="Site Settings"
      subtitle="What the site says, and how its mail goes out."
      actions={
        <ButtonLink to="/admin/taxes" variant="outlined" color="inherit">
          Occupancy Taxes
        </ButtonLink>
      }
    >
      <SettingTabs tab={tab} count={settings.length} />
      <div
        id="settings-panel"
        className="stack gap-5 shrink"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
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
      </div>
      {asked && (
        <Suspense fallback={null}>
          <DeleteSettingDialog
            setting={asked}
            isOpen={isAsking}
            onClose={() => setIsAsking(false)}
            onDeleted={editor.refresh}
          />
        </Suspense>
      )}
    </AdminFrame>
  );
}

interface SettingTabsProps {
  tab: TabName;
  count: number;
}

function SettingTabs({ tab, count }: SettingTabsProps) {
  const labels: Record<TabName, string> = {
    smtp: 'SMTP',
    general: 'General',
    all: `All Settings (${formatCount(count)})`,
    new: 'Add New',
  };
  return (
    <Tabs
      className={styles.tabs}
      value={tab}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Kinds of settings"
    >
      {tabNames.map((name) => (
        <Tab
          key={name}
          id={`tab-${name}`}
          value={name}
          label={labels[name]}
          aria-controls="settings-panel"
          component={Link}
          to={name === 'smtp' ? '/admin/settings' : `/admin/settings?tab=${name}`}
          replace
          preventScrollReset
        />
      ))}
    </Tabs>
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

const tabNames = ['smtp', 'general', 'all', 'new'] as const;

type TabName = (typeof tabNames)[number];

const tabOf = (text: string | null): TabName => tabNames.find((name) => name === text) ?? 'smtp';
