import { useId, useRef, useState } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { formatCount } from '#common/numbers.ts';
import styles from './Composer.module.css';

const longest = 2_000;

/** The length from which the rest is counted. */
const counted = 1_500;

export function Composer({ name, onSend }: { name: string; onSend: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const length = text.trim().length;
  const isTooLong = length > longest;
  const send = () => {
    field.current?.focus();
    if (length === 0 || isTooLong) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form
      className={`stack gap-2 line-above ${styles.composer}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="visuallyHidden">
        Message to {name}
      </label>
      <textarea
        className="full on-white"
        ref={field}
        id={id}
        rows={2}
        value={text}
        placeholder={`Write to ${name}`}
        aria-describedby={`${id}-count`}
        aria-invalid={isTooLong}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <div className="row gap-4 between">
        <p id={`${id}-count`} className={`soft text-14 ${styles.count}`} data-over={isTooLong}>
          {isTooLong
            ? `${formatCount(length - longest)} characters too many`
            : length >= counted
              ? `${formatCount(length)} of 2,000`
              : undefined}
          {length < counted && <span className={styles.keys}>Ctrl + Enter sends</span>}
        </p>
        <Button type="submit" variant="main">
          Send
        </Button>
      </div>
    </form>
  );
}
