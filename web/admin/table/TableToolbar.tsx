import { useEffect, useRef, type FormEvent } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { longestSearch, type TableAddress } from './tableAddress.ts';
import styles from './TableToolbar.module.css';

interface TableToolbarProps {
  searchLabel: string;
  address: TableAddress;
  onSearch: (search: string) => void;
  filters?: readonly {
    label: string;
    choices: readonly { value: string; label: string }[];
    value: string;
    onChange: (value: string) => void;
  }[];
  count: string;
}

/** Milliseconds after the last key before the search runs. */
const typingRest = 300;

/**
 * The search and filters of an admin table. Searches while typing; without scripts it is a form.
 */
export function TableToolbar(props: TableToolbarProps) {
  const { searchLabel, address, onSearch, filters = [], count } = props;
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(address.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Shows a search that Back or a link changed, but keeps text that is being typed.
    if (input.current && address.search !== asked.current) input.current.value = address.search;
    asked.current = address.search;
  }, [address.search]);
  const search = () => {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    if (text === asked.current) return;
    asked.current = text;
    onSearch(text);
  };
  const follow = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, typingRest);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  const clear = () => {
    if (input.current) {
      input.current.value = '';
      input.current.focus();
    }
    search();
  };
  return (
    <div className="row wrap gap-4 row-gap-3">
      <form
        className={`row relative ${styles.search}`}
        role="search"
        method="get"
        onSubmit={submit}
      >
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={address.search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          onInput={follow}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={longestSearch}
        />
        {address.search !== '' && (
          <button type="button" className={`disc absolute soft ${styles.clear}`} onClick={clear}>
            <Icon name="close" size={18} />
            <span className="visuallyHidden">Clear search</span>
          </button>
        )}
      </form>
      {filters.map((filter) => (
        <Select key={filter.label} {...filter} />
      ))}
      <p className={styles.count} role="status">
        {count}
      </p>
    </div>
  );
}
