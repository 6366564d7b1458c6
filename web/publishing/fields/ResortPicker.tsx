import { TextField } from '#web/ui/material/TextField.ts';
import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { ResortPickerQuery } from '#web/__generated__/ResortPickerQuery.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import styles from './ResortPicker.module.css';

export interface ChosenResort {
  id: string;
  databaseId: string;
  name: string;
  location: string;
}

interface ResortPickerProps {
  resort: ChosenResort | undefined;
  problem: string | undefined;
  onChoose: (resort: ChosenResort | undefined) => void;
  onLookUp: (lookUp: Promise<void>) => void;
}

/** Milliseconds after the last key before resorts are fetched. */
const pause = 150;

type Found =
  | { state: 'closed' | 'loading' | 'failed' }
  | { state: 'found'; text: string; resorts: readonly ChosenResort[] };

export function ResortPicker(props: ResortPickerProps) {
  const { resort } = props;
  const listId = useId();
  const { fieldProps, problem, list, active, setActive, choose } = usePicker(listId, props);
  const { found, resorts, isOpen } = list;
  return (
    <div className={`relative ${styles.picker}`}>
      <TextField
        {...fieldProps}
        label="Resort"
        name="resortId"
        placeholder="Search by resort name, place or brand"
        error={problem !== undefined}
        helperText={problem ?? resort?.location ?? 'Type a few letters, then choose from the list'}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': listId,
            'aria-activedescendant': resorts[active] && `${listId}-${active}`,
            autoComplete: 'off',
            autoCapitalize: 'words',
            spellCheck: false,
            enterKeyHint: 'search',
            maxLength: 200,
          },
          input: {
            endAdornment: resort ? (
              <span className={`disc on-foam teal ${styles.chosen}`}>
                <Icon name="check" size={20} />
              </span>
            ) : (
              <Icon name="search" size={20} />
            ),
          },
        }}
      />
      <div className={`absolute card shadow ${styles.popup}`} hidden={!isOpen}>
        <Options
          listId={listId}
          resorts={resorts}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
        <Note found={found} />
      </div>
      <p className="visuallyHidden" role="status">
        {statusText(found)}
      </p>
    </div>
  );
}

function usePicker(listId: string, { resort, problem, onChoose, onLookUp }: ResortPickerProps) {
  const environment = useRelayEnvironment();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(resort?.name ?? '');
  const [isUnknown, setIsUnknown] = useState(false);
  const list = useResortSearch(environment);
  const isTyped = !resort && text.trim() !== '';

  const choose = (chosen: ChosenResort) => {
    setText(chosen.name);
    setIsUnknown(false);
    onChoose(chosen);
    list.close();
  };
  const { active, setActive, press } = useListKeys(listId, list, text, choose);
  const type = (typed: string) => {
    setText(typed);
    setIsUnknown(false);
    setActive(0);
    if (resort) onChoose(undefined);
    list.search(typed);
  };
  const enter = () => {
    if (resort) input.current?.select();
    else list.search(text);
  };
  const leave = () => {
    list.close();
    if (isTyped) onLookUp(lookUp(text));
  };
  const lookUp = async (typed: string) => {
    const offered = await findResorts(environment, typed.trim()).catch(() => []);
    if (input.current?.value !== typed) return;
    const [meant, ...others] = offered.filter(({ name }) => isSameName(name, typed));
    if (meant && others.length === 0) choose(meant);
    else setIsUnknown(true);
  };

  return {
    fieldProps: {
      value: text,
      inputRef: input,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value),
      onKeyDown: press,
      onFocus: enter,
      onBlur: leave,
    },
    problem: isTyped && (isUnknown || problem) ? 'Choose a resort from the list' : problem,
    list,
    active,
    setActive,
    choose,
  };
}

function useListKeys(
  listId: string,
  { resorts, isOpen, search, close }: ReturnType<typeof useResortSearch>,
  text: string,
  choose: (resort: ChosenResort) => void,
) {
  const [active, setActive] = useState(0);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = resorts[active];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) search(text);
      else if (resorts.length > 0) {
        const next = (active + step + resorts.length) % resorts.length;
        setActive(next);
        document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
      }
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (chosen) choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return { active, setActive, press };
}

interface OptionsProps {
  listId: string;
  resorts: readonly ChosenResort[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (resort: ChosenResort) => void;
}

function Options({ listId, resorts, active, onActive, onChoose }: OptionsProps) {
  return (
    <div id={listId} role="listbox" aria-label="Resorts">
      {resorts.map((each, index) => (
        // The field handles keys: it keeps the focus and names the active option.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={each.id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={`stack gap-3 row-gap-0 middle clickable option ${styles.option}`}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onActive(index)}
          onClick={() => onChoose(each)}
        >
          <Icon name="pin" size={20} />
          <span className="semibold tight">{each.name}</span>
          <span className="second-column quiet">{each.location}</span>
        </div>
      ))}
    </div>
  );
}

function Note({ found }: { found: Found }) {
  const text = noteText(found);
  return text !== undefined && <p className={styles.note}>{text}</p>;
}

function noteText(found: Found): string | undefined {
  if (found.state === 'loading') return 'Loading resorts...';
  if (found.state === 'failed') return 'The resorts could not be loaded. Type again to retry.';
  return found.state === 'found' && found.resorts.length === 0
    ? 'No resorts found. Try fewer words, or the name of the place.'
    : undefined;
}

function isSameName(name: string, typed: string): boolean {
  const [one, other] = [name, typed].map((text) =>
    text.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase(),
  );
  return one === other;
}

function statusText(found: Found): string {
  if (found.state === 'loading') return 'Loading resorts';
  if (found.state !== 'found') return '';
  return found.resorts.length === 0
    ? 'No resorts found'
    : `${plural(found.resorts.length, 'resort')} found, use the arrow keys`;
}

/** Resorts for the latest text, or the best rated. Late responses to earlier texts are dropped. */
function useResortSearch(environment: Environment) {
  const [found, setFound] = useState<Found>({ state: 'closed' });
  const latest = useRef<{ timer?: ReturnType<typeof setTimeout> }>({});
  const close = () => {
    clearTimeout(latest.current.timer);
    latest.current = {};
    setFound({ state: 'closed' });
  };
  const search = (typed: string) => {
    const text = typed.trim();
    clearTimeout(latest.current.timer);
    const asked: { timer?: ReturnType<typeof setTimeout> } = {};
    latest.current = asked;
    setFound((current) =>
      current.state === 'found' && current.text !== '' && text !== ''
        ? current
        : { state: 'loading' },
    );
    asked.timer = setTimeout(() => {
      findResorts(environment, text).then(
        (resorts) => {
          if (latest.current === asked) setFound({ state: 'found', text, resorts });
        },
        () => {
          if (latest.current === asked) setFound({ state: 'failed' });
        },
      );
    }, pause);
  };
  const resorts = found.state === 'found' ? found.resorts : [];
  return { found, resorts, isOpen: found.state !== 'closed', search, close };
}

async function findResorts(
  environment: Environment,
  text: string,
): Promise<readonly ChosenResort[]> {
  const answer = await fetchQuery<ResortPickerQuery>(
    environment,
    graphql`
      query ResortPickerQuery($text: String!, $isBlank: Boolean!) {
        resortSuggestions(text: $text, first: 8) @skip(if: $isBlank) {
          resorts {
            id
            databaseId
            name
            location
          }
        }
        topResorts(first: 8) @include(if: $isBlank) {
          edges {
            node {
              id
              databaseId
              name
              location
            }
          }
        }
      }
    `,
    { text, isBlank: text === '' },
    { fetchPolicy: 'store-or-network' },
  ).toPromise();
  const resorts =
    answer?.resortSuggestions?.resorts ??
    answer?.topResorts?.edges?.flatMap((edge) => edge?.node ?? []);
  return (resorts ?? []).map(({ id, databaseId, name, location }) => ({
    id,
    databaseId,
    name,
    location,
  }));
}
