import { useEffect, useState } from 'react';
import styles from './Developers.module.css';

interface ContentsProps {
  entries: readonly { id: string; heading: string }[];
}

export function Contents({ entries }: ContentsProps) {
  const current = useSectionInView(entries);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={`sticky scroll-y ${styles.contents}`} aria-label="On this page">
      <p className="margin-bottom-2 semibold">On this page</p>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        On this page
      </button>
      <ol data-open={isOpen}>
        {entries.map(({ id, heading }) => (
          <li key={id}>
            <a
              className="row soft tight undecorated"
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => setIsOpen(false)}
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useSectionInView(entries: ContentsProps['entries']): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          const id = target.getAttribute('aria-labelledby') ?? '';
          if (isIntersecting) inView.add(id);
          else inView.delete(id);
        }
        setCurrent(entries.find(({ id }) => inView.has(id))?.id);
      },
      { rootMargin: '-15% 0px -75% 0px' },
    );
    for (const { id } of entries) {
      const section = document.getElementById(id)?.closest('section');
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [entries]);
  return current;
}
