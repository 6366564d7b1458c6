import styles from './MaskedText.module.css';

interface MaskedTextProps {
  text: string;
}

/** What somebody wrote; hidden contact details are set apart from the words. */
export function MaskedText({ text }: MaskedTextProps) {
  return text.split('[hidden]').map((piece, index) => (
    // The pieces of a text never change their places.
    <span key={index}>
      {index > 0 && <span className={styles.hidden}>hidden</span>}
      {piece}
    </span>
  ));
}
