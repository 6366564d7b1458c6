import styles from './PriceLines.module.css';

interface PriceListProps {
  lines: readonly { label: string; price: string }[];
  total: string;
  givenBack?: string | undefined;
}

export const PriceList = ({ lines, total, givenBack }: PriceListProps) => (
  <dl className={styles.lines}>
    {lines.map(({ label, price }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{price}</dd>
      </div>
    ))}
    <div className={styles.total}>
      <dt>Total</dt>
      <dd>{total}</dd>
    </div>
    {givenBack !== undefined && (
      <div className={styles.total}>
        <dt>Given back</dt>
        <dd>{givenBack}</dd>
      </div>
    )}
  </dl>
);
