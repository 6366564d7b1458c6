import styles from './PriceLines.module.css';

interface PriceListProps {
  lines: readonly { label: string; price: string }[];
  total: string;
  givenBack?: string | undefined;
}

export const PriceList = ({ lines, total, givenBack }: PriceListProps) => (
  <dl className={`stack gap-2 full ${styles.lines}`}>
    {lines.map(({ label, price }) => (
      <div className="ends" key={label}>
        <dt className="shrink soft breaks">{label}</dt>
        <dd>{price}</dd>
      </div>
    ))}
    <div className={`ends ${styles.total}`}>
      <dt className="shrink breaks">Total</dt>
      <dd>{total}</dd>
    </div>
    {givenBack !== undefined && (
      <div className={`ends ${styles.total}`}>
        <dt className="shrink breaks">Given back</dt>
        <dd>{givenBack}</dd>
      </div>
    )}
  </dl>
);
