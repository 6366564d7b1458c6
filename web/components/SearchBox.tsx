import Button from '@mui/material/Button';
import { useRef, type FormEvent } from 'react';
import { Icon } from './Icon.tsx';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  defaultValue?: string;
  onSearch: (text: string) => void;
}

/** The one search box of the product; a blank search does nothing. */
export function SearchBox({ defaultValue = '', onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text !== '') onSearch(text);
  };

  return (
    <form className={styles.box} role="search" action="/search" onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={input}
        key={defaultValue}
        className={styles.input}
        type="search"
        name="q"
        defaultValue={defaultValue}
        placeholder="Search by location, resort name, or brand"
        aria-label="Search by location, resort name, or brand"
        enterKeyHint="search"
        autoComplete="off"
      />
      <Button type="submit" variant="contained" color="secondary" size="large">
        <Icon name="search" />
        <span className={styles.word}>Search</span>
      </Button>
    </form>
  );
}
