import { lazy, type ReactNode } from 'react';
import { graphql } from 'react-relay/hooks';
import type { AdminPageQuery } from '#web/__generated__/AdminPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import { sumInWords } from '#web/ui/words/money.ts';
import { formatCount } from '#common/numbers.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { ClientPart } from '#web/admin/ClientPart.tsx';
import { TaskQueue } from '#web/admin/tasks/TaskQueue.tsx';
import { Figures } from '#web/admin/facts/Figures.tsx';
import styles from './AdminPage.module.css';
import { RecentActivity } from './RecentActivity.tsx';
import { SystemAlerts } from './SystemAlerts.tsx';

const SystemStatus = lazy(() => import('./SystemStatus.tsx'));
const SiteCharts = lazy(() => import('../reports/SiteCharts.tsx'));

export const page = definePage<AdminPageQuery>({
  path: '/admin',
  access: 'admin',
  query: graphql`
    query AdminPageQuery {
      ...AppShell_query
      adminTasks {
        ...TaskQueue_tasks
      }
      siteTotals {
        users
        activeUsers
        adminUsers
        resorts
        publicListings
        bookings
        revenue {
          formatted
        }
        fees {
          formatted
        }
        taxes {
          formatted
        }
      }
      auditEntries(first: 6) {
        edges {
          node {
            number
            at
            note
            ...AuditSentence_entry
          }
        }
      }
    }
  `,
  meta: { title: 'Admin Dashboard' },
  skeleton: <AdminSkeleton title="Admin Dashboard" />,
  component: AdminDashboard,
});

function AdminDashboard({ data }: PageProps<AdminPageQuery>) {
  return (
    <AdminFrame title="Admin Dashboard" subtitle="The marketplace at a glance">
      {data.adminTasks && (
        <Panel title="Waiting for You" icon="bell">
          <TaskQueue tasks={data.adminTasks} />
        </Panel>
      )}
      {data.siteTotals && <Totals totals={data.siteTotals} />}
      <div className={styles.columns}>
        <div className={`sections shrink ${styles.column}`}>
          <Panel title="Over Time" icon="sparkle" action={<Way to="/admin/reports">Reports</Way>}>
            <ClientPart name="The charts" height="340px">
              <p className="quiet breaks">What was new in the last 30 days</p>
              <SiteCharts days={30} isSmall />
            </ClientPart>
          </Panel>
          <Panel title="Quick Actions" icon="compass">
            <div className={`cluster gap-3 ${styles.quick}`}>
              <QuickAction icon="plus" to="/admin/resorts?dialog=add">
                Add New Resort
              </QuickAction>
              <QuickAction icon="list" to="/admin/reports">
                View Reports
              </QuickAction>
              <QuickAction icon="calendar" to="/admin/bookings">
                Manage Bookings
              </QuickAction>
              <SystemAlerts />
            </div>
          </Panel>
        </div>
        <div className={`sections shrink ${styles.column}`}>
          <Panel
            title="System Settings"
            icon="shield"
            action={<Way to="/admin/settings">Settings</Way>}
          >
            <ClientPart name="The status of the system" height="240px">
              <SystemStatus />
            </ClientPart>
          </Panel>
          <Panel
            title="Recent Activity"
            icon="list"
            action={<Way to="/admin/audit">Audit Log</Way>}
          >
            <RecentActivity auditEntries={data.auditEntries} />
          </Panel>
        </div>
      </div>
    </AdminFrame>
  );
}

type SiteTotals = NonNullable<AdminPageQuery['response']['siteTotals']>;

function Totals({ totals }: { totals: SiteTotals }) {
  return (
    <>
      <dl className={`stack gap-4 ${styles.stats}`}>
        <Stat icon="user" label="Total Users" value={formatCount(totals.users)} />
        <Stat icon="home" label="Total Resorts" value={formatCount(totals.resorts)} />
        <Stat icon="calendar" label="Bookings" value={formatCount(totals.bookings)} />
        <Stat
          icon="sparkle"
          label="Revenue"
          value={inWords(totals.revenue)}
          note={
            <>
              paid by travelers
              <br />
              {inWords(totals.fees)} of it fees, {inWords(totals.taxes)} tax
            </>
          }
        />
      </dl>
      <div className={styles.pair}>
        <Panel title="User Management" icon="user">
          <Figures
            className={`flex gap-7 ${styles.figures}`}
            figures={[
              ['Active Users', totals.activeUsers],
              ['Admin Users', totals.adminUsers],
            ]}
          />
          <div className={`cluster gap-3 ${styles.ways}`}>
            <ButtonLink to="/admin/users" variant="contained">
              Manage Users
            </ButtonLink>
          </div>
        </Panel>
        <Panel title="Resort Management" icon="home">
          <Figures
            className={`flex gap-7 ${styles.figures}`}
            figures={[
              ['Resorts', totals.resorts],
              ['Public Listings', totals.publicListings],
            ]}
          />
          <div className={`cluster gap-3 ${styles.ways}`}>
            <ButtonLink to="/admin/resorts" variant="contained">
              Manage Resorts
            </ButtonLink>
            <ButtonLink to="/admin/inventory" variant="quiet">
              Manage Inventory
            </ButtonLink>
          </div>
        </Panel>
      </div>
    </>
  );
}

interface StatProps {
  icon: IconName;
  label: string;
  value: string;
  note?: ReactNode;
}

const inWords = (amounts: readonly { readonly formatted: string }[]): string =>
  sumInWords(amounts.map(({ formatted }) => formatted));

function Stat({ icon, label, value, note }: StatProps) {
  return (
    <div className={`stack gap-2px packed relative panel ${styles.stat}`}>
      <dt className="quiet">
        <span className={`stack center absolute tile teal ${styles.statIcon}`}>
          <Icon name={icon} size={24} />
        </span>
        {label}
      </dt>
      <dd>{value}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

interface WayProps {
  to: string;
  children: ReactNode;
}

function Way({ to, children }: WayProps) {
  return (
    <ButtonLink to={to} color="inherit" endIcon={<Icon name="arrowRight" size={18} />}>
      <span>{children}</span>
    </ButtonLink>
  );
}

interface QuickActionProps extends WayProps {
  icon: IconName;
}

function QuickAction({ icon, to, children }: QuickActionProps) {
  return (
    <ButtonLink to={to} variant="quiet" startIcon={<Icon name={icon} size={20} />}>
      {children}
    </ButtonLink>
  );
}
