import styles from './Settings.module.css';

export function DataSection() {
  return (
    <section className={styles.section} aria-labelledby="my-data">
      <h2 id="my-data">Your data</h2>
      <p className={styles.note}>
        Everything we hold about you, as one file: profile, bookings, listings, reviews, favorites,
        saved searches and inquiries.
      </p>
      <a
        className={`inline pill semibold undecorated edged-on-hover ${styles.download}`}
        href="/api/users/me/export"
        download
      >
        Download My Data
      </a>
    </section>
  );
}
