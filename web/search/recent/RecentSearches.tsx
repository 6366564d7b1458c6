import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { parseSearch } from '../address/searchUrl.ts';
import { watchedWords } from '../address/watchedWords.ts';
import { forgetSearch, recentSearches } from './recentSearches.ts';
import styles from './RecentSearches.module.css';

export default function RecentSearches({ onChoose }: { onChoose: () => void }) {
  const [paths, setPaths] = useState(recentSearches);
  if (paths.length === 0) return null;
  return (
    <section className={styles.recent} aria-label="Recent searches">
      <h2 className={`soft text-14 medium ${styles.title}`}>Recent searches</h2>
      <ul>
        {paths.map((path) => {
          const words = watchedWords(parseSearch(new URLSearchParams(path.split('?')[1])));
          return (
            <li className="row" key={path}>
              <Link to={path} onClick={onChoose}>
                {words}
              </Link>
              <button
                type="button"
                onClick={() => {
                  forgetSearch(path);
                  setPaths(recentSearches());
                }}
              >
                <span className="visuallyHidden">Remove {words}</span>
                <Icon name="close" size={18} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
