import { useMemo, useState } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { plural } from '#common/numbers.ts';
import type { DeveloperContent } from './content.ts';
import styles from './Developers.module.css';
import { placesOf, searchDocument } from './documentSearch.ts';

const mostHits = 12;

export function DocumentSearch({ content }: { content: DeveloperContent }) {
  const places = useMemo(() => placesOf(content), [content]);
  const isHydrated = useHydrated();
  const [search, setSearch] = useState('');
  const hits = searchDocument(places, search);
  // Without scripts, the browser's own search works.
  if (!isHydrated) return <div className={`stack gap-2 ${styles.search}`} />;
  return (
    <form
      className={`stack gap-2 ${styles.search}`}
      role="search"
      aria-label="Developer pages"
      onSubmit={(event) => {
        event.preventDefault();
        if (hits[0]) window.location.hash = hits[0].id;
      }}
    >
      <div className={`relative ${styles.searchField}`}>
        <Icon name="search" />
        <input
          className="full pill on-white"
          type="search"
          aria-label="Search the developer pages"
          placeholder="Search: errors, createListing, scopes…"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
        />
      </div>
      <p role="status" className={search.trim() === '' ? 'visuallyHidden' : styles.soft}>
        {search.trim() !== '' &&
          (hits.length === 0 ? 'Nothing found' : plural(hits.length, 'place'))}
      </p>
      {hits.length > 0 && (
        <ul className={`stack gap-2px card ${styles.hits}`} aria-label="Found">
          {hits.slice(0, mostHits).map(({ id, title }) => (
            <li key={id}>
              <a className="row target" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
