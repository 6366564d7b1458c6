import { graphql, loadQuery, readInlineData, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { adminSettingsPageLoader_setting$key } from '../__generated__/adminSettingsPageLoader_setting.graphql.ts';
import type { adminSettingsPageLoaderQuery } from '../__generated__/adminSettingsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '../admin/frame/adminAccess.ts';
import type { Setting } from './settings.ts';

export const adminSettingsPageQuery = graphql`
  query adminSettingsPageLoaderQuery {
    ...AppShell_query
    site {
      title
      ...MissingSettings_site
    }
    settings {
      ...adminSettingsPageLoader_setting
    }
  }
`;

/** Reads the settings of the page's query. */
export const readSettings = (settings: readonly adminSettingsPageLoader_setting$key[]): Setting[] =>
  settings.map((setting) =>
    readInlineData<adminSettingsPageLoader_setting$key>(
      graphql`
        fragment adminSettingsPageLoader_setting on SiteSetting @inline {
          id
          key
          value
          category
          description
          isEncrypted
          problem
          version
        }
      `,
      setting,
    ),
  );

export interface AdminSettingsPageData {
  reference: PreloadedQuery<adminSettingsPageLoaderQuery>;
}

export async function loadAdminSettingsPage(
  environment: Environment,
): Promise<AdminSettingsPageData> {
  // Refetched at every visit, to show what other administrators changed.
  const reference = loadQuery<adminSettingsPageLoaderQuery>(
    environment,
    adminSettingsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
