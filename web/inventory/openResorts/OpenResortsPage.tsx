import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import type { OpenResortsPageQuery } from '#web/__generated__/OpenResortsPageQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { Table } from '#web/admin/table/useTable.ts';
import styles from './OpenResortsPage.module.css';
import type { OpenResort } from './openResort.ts';

const title = 'Resorts to Match';

const SettleResortDialog = lazy(() => import('./SettleResortDialog.tsx'));

export const page = resource<OpenResortsPageQuery, OpenResort>({
  path: '/admin/inventory/resorts',
  otherwise: '/auth',
  name: title,
  subtitle:
    'What providers call resorts that are not known here. Their weeks wait until it is settled.',
  actions: () => <BackLink to="/admin/inventory">Inventory</BackLink>,
  query: graphql`
    query OpenResortsPageQuery($first: Int, $after: String, $last: Int, $before: String) {
      ...AppShell_query
      inventoryResorts(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            databaseId
            externalId
            name
            location
            brand
            weeks
            providerName
            suggestions {
              databaseId
              name
              location
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ page }) => page,
  found: ({ inventoryResorts }) => inventoryResorts,
  keyOf: ({ databaseId }) => databaseId,
  none: {
    title: 'Every resort is matched',
    text: 'When a sync meets a resort that is not known here, it is listed on this page.',
    link: { to: '/admin/inventory', label: 'Back to the Inventory' },
  },
  show: (rows, { isStale, opener }) => (
    <ul className="stack gap-3" aria-label={title} aria-busy={isStale}>
      {rows.map((resort) => (
        <Row key={resort.databaseId} resort={resort} opener={opener} />
      ))}
    </ul>
  ),
  dialogs: {
    ofRow: {
      match: lazy(() => import('./MatchDialog.tsx')),
      create: SettleResortDialog,
      ignore: SettleResortDialog,
    },
  },
});

function Row({ resort, opener }: { resort: OpenResort; opener: Table['opener'] }) {
  const { databaseId, name, location, brand, weeks, providerName, suggestions } = resort;
  const [nearest] = suggestions;
  return (
    <li className="bar gap-4 padding-4-5 card padding-4-on-phones">
      <div className={`stack gap-1 shrink breaks ${styles.what}`}>
        <h2>{name}</h2>
        <p className="soft">{[location, brand].filter(Boolean).join(' · ')}</p>
        <p className="row wrap gap-3 row-gap-2">
          <StatusBadge status={{ tone: 'quiet', label: providerName }} />
          <span className="soft">{plural(weeks, 'week')}</span>
        </p>
        {nearest && (
          <p className="soft">
            Maybe <strong className="ink">{nearest.name}</strong>, {nearest.location}
          </p>
        )}
      </div>
      <div className={`cluster gap-2 ${styles.actions}`}>
        <Button {...opener('match', databaseId)} variant="contained" aria-label={`Match ${name}`}>
          Match
        </Button>
        <Button
          {...opener('create', databaseId)}
          variant="quiet"
          aria-label={`Add ${name} as a new resort`}
        >
          Add as New
        </Button>
        <Button {...opener('ignore', databaseId)} color="inherit" aria-label={`Ignore ${name}`}>
          Ignore
        </Button>
      </div>
    </li>
  );
}
