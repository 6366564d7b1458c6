import { graphql, readInlineData } from 'react-relay/hooks';
import type { settingsLoader_setting$key } from '../__generated__/settingsLoader_setting.graphql.ts';
import type { Setting } from './settings.ts';

/** Reads the settings of the page's query. */
export const readSettings = (settings: readonly settingsLoader_setting$key[]): Setting[] =>
  settings.map((setting) =>
    readInlineData<settingsLoader_setting$key>(
      graphql`
        fragment settingsLoader_setting on SiteSetting @inline {
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
