import { Link } from 'react-router-dom';
import { Finder } from '#web/search/finder/Finder.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { narrow } from '#web/styles/widths.ts';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import styles from './Hero.module.css';

const quickLinks = [
  'Disney',
  'Thanksgiving',
  'Las Vegas',
  'Aruba',
  'Hawaii',
  'Mexico',
  'California',
];

export function Hero() {
  const { holdsSampleData } = useSiteFacts();
  return (
    <section className={`row relative on-teal white ${styles.hero}`}>
      <picture>
        <source media={narrow} srcSet="/pictures/hero-small.svg" />
        <img
          className={`full full-height absolute ${styles.picture}`}
          src="/pictures/hero.svg"
          alt=""
          width="1920"
          height="900"
          fetchPriority="high"
        />
      </picture>
      <div className={`content ${styles.words}`}>
        <h1 className={styles.heading}>
          {holdsSampleData
            ? "The World's Largest Timeshare Marketplace"
            : 'Rent, Buy and Sell Timeshare Weeks'}
        </h1>
        <p className={styles.subtitle}>
          {holdsSampleData
            ? 'Join the most trusted timeshare community'
            : 'Directly from the people who own them'}
        </p>
        <Finder />
        <ul
          className={`cluster gap-2 margin-top-5 ${styles.quickLinks}`}
          aria-label="Popular searches"
        >
          {quickLinks.map((term) => (
            <li key={term}>
              <Link className={styles.quickLink} to={`/search?${new URLSearchParams({ q: term })}`}>
                {term}
              </Link>
            </li>
          ))}
          <li>
            <Link className={styles.quickLink} to="/search">
              and more
            </Link>
          </li>
        </ul>
      </div>
      <WaveDivider />
    </section>
  );
}
