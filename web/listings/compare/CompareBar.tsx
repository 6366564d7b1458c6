import { useRef } from 'react';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './CompareBar.module.css';
import {
  comparePath,
  mostCompared,
  setCompared,
  useCompared,
  type ComparedKind,
} from './compared.ts';

export function CompareBar({ kind }: { kind: ComparedKind }) {
  const chosen = useCompared(kind);
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string) => {
    // The focused button is about to go.
    list.current?.focus();
    setCompared(
      kind,
      chosen.filter((other) => other.id !== id),
    );
  };
  return (
    <>
      <p className="visuallyHidden" role="status">
        {chosen.length > 0 && `${chosen.length} of ${mostCompared} chosen to compare`}
      </p>
      {chosen.length > 0 && (
        <section
          className={`sticky line-above on-white ${styles.bar}`}
          aria-label="Chosen to compare"
        >
          <div className="content row gap-3 padding-y-3">
            <p className={`rigid semibold digits nowrap ${styles.count}`} aria-hidden="true">
              {chosen.length} of {mostCompared}
            </p>
            <ul ref={list} className={`flex gap-2 grow shrink ${styles.chosen}`} tabIndex={-1}>
              {chosen.map(({ id, name }) => (
                <li className="shrink" key={id}>
                  <button type="button" onClick={() => remove(id)}>
                    <span className="visuallyHidden">Don’t compare</span>{' '}
                    <span className="clip nowrap ellipsis">{name}</span>
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
            <button
              type="button"
              className={`rigid target text-15 medium ${styles.clear}`}
              onClick={() => setCompared(kind, [])}
            >
              Clear <span className="visuallyHidden">the comparison</span>
            </button>
            <ButtonLink to={comparePath(kind, chosen)} variant="main">
              {chosen.length === 1 ? 'Compare' : `Compare ${chosen.length}`}
            </ButtonLink>
          </div>
        </section>
      )}
    </>
  );
}
