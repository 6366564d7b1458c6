import { formatCount } from '#common/numbers.ts';

interface FiguresProps {
  className: string | undefined;
  /** Pairs of label and number. */
  figures: readonly (readonly [string, number])[];
  /** Whether a figure is bad news. */
  isBad?: (label: string, figure: number) => boolean;
}

export function Figures({ className, figures, isBad }: FiguresProps) {
  return (
    <dl className={className}>
      {figures.map(([label, figure]) => (
        <div key={label} data-bad={isBad?.(label, figure)}>
          <dt>{label}</dt>
          <dd>{formatCount(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}
