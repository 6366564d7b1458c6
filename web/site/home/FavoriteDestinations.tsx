import { Link } from 'react-router-dom';
import { Section } from '#web/ui/layout/Section.tsx';
import styles from './FavoriteDestinations.module.css';

const destinations = [
  { name: 'Florida', slug: 'florida' },
  { name: 'California', slug: 'california' },
  { name: 'South Carolina', slug: 'south-carolina' },
  { name: 'Hawaii', slug: 'hawaii' },
  { name: 'Mexico', slug: 'mexico' },
  { name: 'Aruba', slug: 'aruba' },
];

export function FavoriteDestinations() {
  return (
    <Section title="Our Community's Favorite Destinations">
      <ul className={`columns-4 gap-4 ${styles.tiles}`}>
        {destinations.map(({ name, slug }) => (
          <li key={slug}>
            <Link className={styles.tile} to={`/search?${new URLSearchParams({ q: name })}`}>
              <img
                className="full full-height absolute"
                src={`/pictures/destination-${slug}.svg`}
                alt=""
                width="600"
                height="400"
                loading="lazy"
                decoding="async"
              />
              <span className="shrink relative padding-4-5 breaks">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
