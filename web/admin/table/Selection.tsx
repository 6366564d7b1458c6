import { useState, type ReactNode } from 'react';
import styles from './Selection.module.css';

export interface Bulk<TRow> {
  /** Names the group of buttons. */
  label: string;
  nameOf: (row: TRow) => string;
  canBeChosen: (row: TRow) => boolean;
  Actions: (props: BulkProps<TRow>) => ReactNode;
}

export interface BulkProps<TRow> {
  chosen: readonly TRow[];
  /** Frames the buttons; nothing if no row can be chosen. */
  bar: (buttons: ReactNode) => ReactNode;
  refresh: () => Promise<void>;
}

interface Selection<TRow> {
  choosable: readonly TRow[];
  chosen: readonly TRow[];
  choose: (rows: readonly TRow[], isChosen: boolean) => void;
}

export function useSelection<TRow>(
  rows: readonly TRow[],
  keyOf: (row: TRow) => string,
  bulk: Bulk<TRow> | undefined,
): Selection<TRow> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const choosable = bulk ? rows.filter(bulk.canBeChosen) : [];
  return {
    choosable,
    chosen: choosable.filter((row) => keys.has(keyOf(row))),
    choose: (chosen, isChosen) => {
      const changed = chosen.map(keyOf);
      setKeys((before) => {
        const others = [...before].filter((key) => !changed.includes(key));
        return new Set(isChosen ? [...others, ...changed] : others);
      });
    },
  };
}

interface SelectionProps<TRow> {
  bulk: Bulk<TRow>;
  selection: Selection<TRow>;
}

export function SelectionBox<TRow>({ row, bulk, selection }: SelectionProps<TRow> & { row: TRow }) {
  return (
    <label className={`center clickable ${styles.box}`}>
      <input
        type="checkbox"
        checked={selection.chosen.includes(row)}
        disabled={!bulk.canBeChosen(row)}
        onChange={(event) => selection.choose([row], event.target.checked)}
      />
      <span className="visuallyHidden">Choose {bulk.nameOf(row)}</span>
    </label>
  );
}

interface SelectionBarProps<TRow> extends SelectionProps<TRow> {
  refresh: () => Promise<void>;
}

export function SelectionBar<TRow>({ bulk, selection, refresh }: SelectionBarProps<TRow>) {
  const { choosable, chosen, choose } = selection;
  const { label, Actions } = bulk;
  const areAllChosen = choosable.length > 0 && chosen.length === choosable.length;
  const bar = (buttons: ReactNode) =>
    choosable.length > 0 && (
      <div className="row wrap gap-3 row-gap-2" role="group" aria-label={label}>
        <label className={`inline gap-3 target medium clickable ${styles.all}`}>
          <input
            type="checkbox"
            checked={areAllChosen}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !areAllChosen;
            }}
            onChange={(event) => choose(choosable, event.target.checked)}
          />
          Choose all on this page
        </label>
        <span role="status" className={styles.chosen}>
          {chosen.length > 0 && `${chosen.length} chosen`}
        </span>
        {buttons}
      </div>
    );
  return <Actions chosen={chosen} bar={bar} refresh={refresh} />;
}
