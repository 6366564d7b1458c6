import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { SearchBox } from '../box/SearchBox.tsx';
import { searchPath } from '../address/searchUrl.ts';
import { rememberLater } from '../recent/rememberLater.ts';
import { narrow } from '#web/styles/widths.ts';
import styles from './Finder.module.css';
import { noWish, whenWords, whoWords } from '../address/wish.ts';

const loadPopover = () => import('./FinderPopover.tsx');
const FinderPopover = lazy(loadPopover);
const FinderSheet = lazy(() => import('./FinderSheet.tsx'));

export type Step = 'where' | 'when' | 'who';

interface Opened {
  step: Exclude<Step, 'where'>;
  segment: HTMLButtonElement;
  sheetText?: string;
}

export function Finder() {
  const navigate = useNavigate();
  const [wish, setWish] = useState(noWish);
  const [opened, setOpened] = useState<Opened>();
  const search = (query: string) => {
    const path = searchPath({ ...wish, query });
    rememberLater(path);
    void navigate(path);
  };
  const open = (step: Opened['step'], { currentTarget: segment }: MouseEvent<HTMLButtonElement>) =>
    setOpened({
      step,
      segment,
      ...(window.matchMedia(narrow).matches && {
        sheetText: String(new FormData(segment.form ?? undefined).get('q') ?? ''),
      }),
    });
  const segments = [
    { step: 'when', label: 'When', words: whenWords(wish) || 'Any time' },
    { step: 'who', label: 'Who', words: whoWords(wish) || 'Any guests' },
  ] as const;
  const close = () => setOpened(undefined);
  return (
    <>
      <SearchBox onSearch={search} isAsking={whenWords(wish) + whoWords(wish) !== ''}>
        <div className={`flex rigid ${styles.segments}`}>
          {segments.map(({ step, label, words }) => (
            <button
              key={step}
              type="button"
              className={styles.segment}
              aria-haspopup="dialog"
              aria-expanded={opened?.step === step}
              onPointerEnter={() => void loadPopover()}
              onClick={(event) => open(step, event)}
            >
              <span className="soft text-13">{label}</span>
              <span className="clip medium nowrap ellipsis">{words}</span>
            </button>
          ))}
        </div>
      </SearchBox>
      <Suspense fallback={null}>
        {opened?.sheetText !== undefined && (
          <FinderSheet
            start={opened.step}
            text={opened.sheetText}
            wish={wish}
            onWish={setWish}
            onSearch={search}
            onClose={close}
          />
        )}
        {opened && opened.sheetText === undefined && (
          <FinderPopover {...opened} wish={wish} onWish={setWish} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
