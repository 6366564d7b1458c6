import styles from './MaskedText.module.css';

export function MaskedText({ text }: { text: string }) {
  return text.split('[hidden]').map((piece, index) => (
    // The pieces of a text keep their order.
    <span key={index}>
      {index > 0 && <span className={`pill medium ${styles.hidden}`}>hidden</span>}
      {piece}
    </span>
  ));
}
