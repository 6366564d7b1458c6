import { Button } from '#web/ui/basics/Button.tsx';
import { Dialog } from '#web/ui/material/Dialog.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { searchInput } from '../fields/searchInput.ts';
import RecentSearches from '../recent/RecentSearches.tsx';
import type { Step } from './Finder.tsx';
import styles from './FinderSheet.module.css';
import { WishFields } from './WishFields.tsx';
import { noWish, whenWords, whoWords, type Wish } from '../address/wish.ts';

interface FinderSheetProps {
  start: Step;
  text: string;
  wish: Wish;
  onWish: (wish: Wish) => void;
  onSearch: (text: string) => void;
  onClose: () => void;
}

const steps = ['where', 'when', 'who'] as const;
const names = { where: 'Where', when: 'When', who: 'Who' };

export default function FinderSheet(props: FinderSheetProps) {
  const { start, text, wish, onWish, onSearch, onClose } = props;
  const [step, setStep] = useState<Step>(start);
  const [where, setWhere] = useState(text);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const next = steps[steps.indexOf(step) + 1];
  const words = {
    where: where.trim() || 'Anywhere',
    when: whenWords(wish) || 'Any time',
    who: whoWords(wish) || 'Any guests',
  };
  const isAsking = where.trim() !== '' || whenWords(wish) + whoWords(wish) !== '';
  const show = (wanted: Step) => {
    setStep(wanted);
    form.current?.querySelector<HTMLElement>(`[data-step=${wanted}]`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAsking) return;
    onClose();
    onSearch(where.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { className: `on-paper ${styles.sheet}`, 'aria-label': 'Search' } }}
    >
      <div className={`row between line-below ${styles.top}`}>
        <h2 className="text-24">Search</h2>
        <IconButton aria-label="Close search" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <form
        ref={form}
        className={`flex column gap-3 grow scroll-y ${styles.steps}`}
        role="search"
        onSubmit={submit}
      >
        {steps.map((each) => (
          <section key={each} className={`card ${styles.step}`}>
            <h3>
              <button
                type="button"
                data-step={each}
                aria-expanded={step === each}
                aria-controls={`${id}${each}`}
                onClick={() => setStep(each)}
              >
                <span className="rigid soft">{names[each]}</span>
                <span className="shrink clip semibold nowrap ellipsis">{words[each]}</span>
              </button>
            </h3>
            <div id={`${id}${each}`} hidden={step !== each} className={styles.fields}>
              {each === 'where' ? (
                <>
                  <input
                    className={`full on-white text-16 ${styles.input}`}
                    {...searchInput}
                    placeholder="Location, resort name, or brand"
                    value={where}
                    onChange={(event) => setWhere(event.target.value)}
                  />
                  <RecentSearches onChoose={onClose} />
                </>
              ) : (
                <WishFields step={each} wish={wish} onWish={onWish} />
              )}
            </div>
          </section>
        ))}
        <div className={styles.foot}>
          <Button
            color="inherit"
            onClick={() => {
              setWhere('');
              onWish(noWish);
            }}
          >
            Clear all
          </Button>
          {next && (
            <Button variant="quiet" onClick={() => show(next)}>
              Next
            </Button>
          )}
          <Button type="submit" variant="main">
            Search
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
