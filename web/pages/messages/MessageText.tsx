import styles from './MessageText.module.css';

interface MessageTextProps {
  text: string;
}

/** The text of a message; hidden contact details are set apart from the words. */
export function MessageText({ text }: MessageTextProps) {
  return text.split('[hidden]').map((piece, index) => (
    // The pieces of a text never change their places.
    <span key={index}>
      {index > 0 && <span className={styles.hidden}>hidden</span>}
      {piece}
    </span>
  ));
}
