import type { Page } from './page/definePage.tsx';
import { routesOf, type PageModule } from './routes.tsx';

/** The admin screens. Browsers load this list with the first admin page only. */
export const adminPages = routesOf(
  import.meta.glob<PageModule>([
    './*/admin/**/*Page.tsx',
    './{administration,audit,inventory,mail,settings}/**/*Page.tsx',
  ]),
  import.meta.glob<Page['path']>(
    ['./*/admin/**/*Page.tsx', './{administration,audit,inventory,mail,settings}/**/*Page.tsx'],
    { query: '?path', import: 'default', eager: true },
  ),
);
