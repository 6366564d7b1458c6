import styles from './CompareToggle.module.css';
import { mostCompared, setCompared, useCompared, type ComparedKind } from './compared.ts';

interface CompareToggleProps {
  kind: ComparedKind;
  id: string;
  name: string;
}

export function CompareToggle({ kind, id, name }: CompareToggleProps) {
  const chosen = useCompared(kind);
  const isChosen = chosen.some((other) => other.id === id);
  const isFull = !isChosen && chosen.length >= mostCompared;
  return (
    <label className={styles.toggle} title={isFull ? `At most ${mostCompared} at once` : undefined}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull}
        onChange={() =>
          setCompared(
            kind,
            isChosen ? chosen.filter((other) => other.id !== id) : [...chosen, { id, name }],
          )
        }
      />
      <span>
        Compare <span className="visuallyHidden">{name}</span>
      </span>
    </label>
  );
}
