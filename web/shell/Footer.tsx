import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { Footer_query$key } from '../__generated__/Footer_query.graphql.ts';
import { EmailText } from '../ui/words/EmailText.tsx';
import styles from './Footer.module.css';
import { Icon, type IconName } from '../ui/basics/Icon.tsx';
import { Logo } from './Logo.tsx';

const columns = [
  {
    heading: 'For Travelers',
    links: [
      { label: 'Browse Rentals', to: '/search' },
      { label: 'Search Resorts', to: '/search' },
      { label: 'Destinations', to: '/search' },
      { label: 'Travel Tips', to: '/travel-tips' },
    ],
  },
  {
    heading: 'For Owners',
    links: [
      { label: 'List Your Timeshare', to: '/create-listing' },
      { label: 'Sell Your Timeshare', to: '/search?type=sell' },
      { label: 'Owner Resources', to: '/owner-resources' },
      { label: 'Forums', to: '/forums' },
    ],
  },
  {
    heading: 'Support',
    links: [
      { label: 'Help Center', to: '/help' },
      { label: 'Safety & Trust', to: '/safety' },
      { label: 'Terms of Service', to: '/terms' },
      { label: 'Privacy Policy', to: '/privacy' },
      { label: 'Contact Us', to: '/contact' },
      { label: 'Developers', to: '/developers' },
    ],
  },
];

const networks: Readonly<Partial<Record<string, readonly [IconName, string]>>> = {
  FACEBOOK: ['facebook', 'Facebook'],
  INSTAGRAM: ['instagram', 'Instagram'],
  YOUTUBE: ['youtube', 'YouTube'],
};

export function Footer({ query }: { query: Footer_query$key }) {
  const { site } = useFragment<Footer_query$key>(
    graphql`
      fragment Footer_query on Query {
        site {
          title
          contactEmail
          copyrightYear
          socialLinks {
            network
            url
          }
        }
      }
    `,
    query,
  );
  const title = site?.title ?? 'Tideweek';
  const isCompact = useLocation().pathname.startsWith('/admin');

  return (
    <footer className={isCompact ? styles.compact : `white breaks ${styles.footer}`}>
      {!isCompact && (
        <div className={`content stack gap-6 ${styles.grid}`}>
          <div className={`stack gap-3 packed to-left ${styles.about}`}>
            <Logo title={title} />
            <p>Weeks by the sea, the slopes and the parks, from the people who own them.</p>
            {site?.contactEmail && (
              <a href={`mailto:${site.contactEmail}`}>
                <EmailText email={site.contactEmail} />
              </a>
            )}
            {site && site.socialLinks.length > 0 && (
              <ul className={`flex gap-2 ${styles.social}`}>
                {site.socialLinks.map(({ network, url }) => {
                  const [icon, name] = networks[network] ?? [];
                  if (!icon) return null;
                  return (
                    <li key={network}>
                      <a href={url} aria-label={`${title} on ${name}`}>
                        <Icon name={icon} />
                      </a>
                    </li>
                  );
                })}
              </ul>
            )}
          </div>
          {columns.map(({ heading, links }) => (
            <nav key={heading} aria-label={heading}>
              <h2 className={`text-16 semibold ${styles.heading}`}>{heading}</h2>
              <ul>
                {links.map(({ label, to }) => (
                  <li key={label}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      )}
      <p className={`content ${styles.copyright}`}>
        © {site?.copyrightYear} {title}. All rights reserved.
      </p>
    </footer>
  );
}
