import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { accountSettingsPageLoaderQuery } from '#web/__generated__/accountSettingsPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';
import { sectionOf, settingsPath, type SettingsSection } from '../settingsSections.ts';

export const accountSettingsPageQuery = graphql`
  query accountSettingsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...ProfileForm_viewer
      ...EmailSection_viewer
      ...PasswordForm_viewer
      ...SessionList_viewer
      ...NotificationsSection_viewer
      ...CloseAccountForm_viewer
    }
  }
`;

export interface AccountSettingsPageData {
  reference: PreloadedQuery<accountSettingsPageLoaderQuery>;
  section: SettingsSection;
}

/** Shows stored data and refetches it, since sessions change elsewhere. */
export async function loadAccountSettingsPage(
  environment: Environment,
  { request, params }: LoaderFunctionArgs,
): Promise<AccountSettingsPageData> {
  const section = sectionOf(params['section']);
  if (!section) throw redirect(settingsPath);
  const reference = loadQuery<accountSettingsPageLoaderQuery>(
    environment,
    accountSettingsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference, section };
}
