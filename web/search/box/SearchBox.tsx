import { Button } from '#web/ui/basics/Button.tsx';
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { searchInput } from '../fields/searchInput.ts';
import styles from './SearchBox.module.css';
import type { Suggestion } from './SuggestionList.tsx';
import { plural } from '#common/numbers.ts';

const loadSuggestionList = () => import('./SuggestionList.tsx');
const SuggestionList = lazy(loadSuggestionList);
const RecentSearches = lazy(() => import('../recent/RecentSearches.tsx'));

interface SearchBoxProps {
  defaultValue?: string;
  onSearch: (text: string) => void;
  children?: ReactNode;
  /** Whether `children` have a condition, so that the text may be blank. */
  isAsking?: boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Milliseconds after the last key before suggestions are fetched. */
const pause = 150;

/**
 * The site's only search box; a blank search does nothing. Shows suggestions while typing (WAI-ARIA
 * combobox with a list), and recent searches before. Without scripts it is a form.
 */
export function SearchBox(props: SearchBoxProps) {
  const { defaultValue = '', onSearch, children, isAsking = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { shown, move, suggest } = useSuggestions();
  const { suggestions, active } = shown;
  const isOpen = suggestions.length > 0;
  const [isBlank, setIsBlank] = useState(false);
  const shut = () => {
    suggest('');
    setIsBlank(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    shut();
    if (text !== '' || isAsking) onSearch(text);
  };
  const choose = ({ to }: Suggestion) => {
    shut();
    if (input.current) input.current.value = defaultValue;
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const chosen = suggestions[active];
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && isOpen) {
      event.preventDefault();
      const next = move(step);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'ArrowDown') {
      suggest(input.current?.value ?? '');
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && (isOpen || isBlank)) {
      event.preventDefault();
      shut();
    }
  };

  return (
    <form
      className={children ? `${styles.box} ${styles.wide}` : styles.box}
      role="search"
      action="/search"
      method="get"
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) shut();
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        key={defaultValue}
        className={`grow shrink ${styles.input}`}
        {...searchInput}
        name="q"
        role="combobox"
        defaultValue={defaultValue}
        placeholder="Search by location, resort name, or brand"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        onFocus={({ target }) => {
          void loadSuggestionList();
          setIsBlank(target.value === '');
        }}
        onChange={({ target }) => {
          suggest(target.value);
          setIsBlank(target.value === '');
        }}
        onKeyDown={press}
      />
      {children}
      <Button type="submit" variant="main" size="large">
        <Icon name="search" />
        <span className={styles.word}>Search</span>
      </Button>
      <div
        className={`absolute clip panel gone-if-empty ${styles.suggestions}`}
        hidden={!isOpen && !isBlank}
      >
        <Suspense fallback={null}>
          {isBlank && <RecentSearches onChoose={shut} />}
          {isOpen && <SuggestionList id={listId} {...shown} onChoose={choose} />}
        </Suspense>
      </div>
      <p className="visuallyHidden" role="status">
        {isOpen && `${plural(suggestions.length, 'suggestion')}, use the arrow keys`}
      </p>
    </form>
  );
}

/** Suggestions for the latest text; late responses to earlier texts are dropped. */
function useSuggestions() {
  const environment = useRelayEnvironment();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const latest = useRef<{ timer?: ReturnType<typeof setTimeout> }>({});
  const suggest = (typed: string) => {
    const text = typed.trim();
    setActive(-1);
    clearTimeout(latest.current.timer);
    const asked: { timer?: ReturnType<typeof setTimeout> } = {};
    latest.current = asked;
    if (text === '') {
      setSuggestions([]);
      return;
    }
    asked.timer = setTimeout(() => {
      loadSuggestionList()
        .then(({ fetchSuggestions }) => fetchSuggestions(environment, text))
        .then(
          (found) => {
            if (latest.current === asked) setSuggestions(found);
          },
          () => undefined,
        );
    }, pause);
  };
  const move = (step: number): number => {
    // One more position than suggestions: the box itself.
    const places = suggestions.length + 1;
    const next = ((active + 1 + step + places) % places) - 1;
    setActive(next);
    return next;
  };
  return { shown: { suggestions, active, onPoint: setActive }, move, suggest };
}
