import type { AdminSettingsPageQuery } from '#web/__generated__/AdminSettingsPageQuery.graphql.ts';
import { Link } from 'react-router-dom';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './Settings.module.css';
import { labelOf, type Setting } from './settings.ts';

interface MissingSettingsProps {
  site: AdminSettingsPageQuery['response']['site'];
  settings: readonly Setting[];
}

const notShown = 'Left out on the site';
const noClaims = 'Left out on the home page, unless the site holds sample data';
const noPage = 'No icon in the footer';

/**
 * The site's default texts for settings that do not exist, each with a link to create the setting.
 */
export function MissingSettings({ site, settings }: MissingSettingsProps) {
  const missing = [
    { key: 'site_title', value: site.title },
    { key: 'contact_email', value: site.contactEmail || notShown },
    { key: 'contact_phone', value: site.contactPhone || notShown },
    { key: 'support_hours', value: site.supportHours || notShown },
    { key: 'service_fee_percent', value: `${site.serviceFeeBps / 100}%` },
    { key: 'facebook_url', value: noPage },
    { key: 'instagram_url', value: noPage },
    { key: 'youtube_url', value: noPage },
    { key: 'trust_figures', value: noClaims },
    { key: 'testimonials', value: noClaims },
  ].filter(({ key }) => !settings.some((setting) => setting.key === key));
  if (missing.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="missing-heading">
      <div className={styles.panelHead}>
        <h2 id="missing-heading">On the site, as it came</h2>
      </div>
      <ul className="ruled">
        {missing.map(({ key, value }) => (
          <li className="bar gap-4 padding-y-3" key={key}>
            <div>
              <strong>{labelOf(key)}</strong>
              <p className="soft text-15-5 breaks">{value}</p>
            </div>
            <Link
              className={styles.change}
              to={`/admin/settings?tab=new&key=${key}`}
              preventScrollReset
            >
              <Icon name="pencil" size={18} />
              Change<span className="visuallyHidden"> {labelOf(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
