import { formatCount } from '#common/numbers.ts';

interface FiguresProps {
  className: string | undefined;
  figures: readonly (readonly [string, number])[];
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
