import styles from './MaskedText.module.css';

interface MaskedTextProps {
  text: string;
}

export function MaskedText({ text }: MaskedTextProps) {
  return text.split('[hidden]').map((piece, index) => (
    // The pieces of a text keep their order.
    <span key={index}>
      {index > 0 && <span className={`pill medium ${styles.hidden}`}>hidden</span>}
      {piece}
    </span>
  ));
}
