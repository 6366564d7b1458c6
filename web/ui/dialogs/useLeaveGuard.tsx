import { Button } from '../basics/Button.tsx';
import { Dialog } from '../material/Dialog.ts';
import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useBlocker } from 'react-router-dom';
import styles from './FormDialog.module.css';
import { takeFocus } from './takeFocus.ts';
import { UnsavedWorkContext, type LostBy } from './unsavedWork.ts';

interface LeaveGuard {
  /** Runs an action, after a question if it would lose unsaved work. */
  leave: (action: () => void) => void;
  /** Stops asking, until `restore`. */
  release: () => void;
  restore: () => void;
  /** Wraps content with unsaved work, and renders the question. */
  guard: (children: ReactNode) => ReactNode;
}

/** Asks before unsaved work is lost: by `leave`, a link, Back, or closing the window. */
export function useLeaveGuard(): LeaveGuard {
  const [held, setHeld] = useState<readonly { lostBy: LostBy }[]>([]);
  const [asked, setAsked] = useState<() => void>();
  const isReleased = useRef(false);
  const hold = useCallback((lostBy: LostBy) => {
    const work = { lostBy };
    setHeld((current) => [...current, work]);
    return () => setHeld((current) => current.filter((other) => other !== work));
  }, []);
  return {
    leave: (action) => {
      if (held.length === 0 || isReleased.current) action();
      else setAsked(() => action);
    },
    release: () => {
      isReleased.current = true;
    },
    restore: () => {
      isReleased.current = false;
    },
    guard: (children) => (
      <UnsavedWorkContext value={hold}>
        {children}
        {held.length > 0 && (
          <NavigationQuestion
            isReleased={isReleased}
            isLostOnPage={held.some(({ lostBy }) => lostBy === 'any move')}
          />
        )}
        <DiscardQuestion
          isOpen={asked !== undefined}
          onKeep={() => setAsked(undefined)}
          onDiscard={() => {
            isReleased.current = true;
            setAsked(undefined);
            asked?.();
          }}
        />
      </UnsavedWorkContext>
    ),
  };
}

/** A page that asks before unsaved work on it is lost. */
export function GuardedPage({ children }: { children: ReactNode }): ReactNode {
  return useLeaveGuard().guard(children);
}

interface NavigationQuestionProps {
  isReleased: RefObject<boolean>;
  isLostOnPage: boolean;
}

/** Mounted only with unsaved work, because the router allows one blocker at a time. */
function NavigationQuestion({ isReleased, isLostOnPage }: NavigationQuestionProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSamePage = currentLocation.pathname === nextLocation.pathname;
    // A link to the current place, such as the chosen tab, loses nothing.
    const isHere = isSamePage && currentLocation.search === nextLocation.search;
    return !isReleased.current && !isHere && (isLostOnPage || !isSamePage);
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isReleased]);
  return (
    <DiscardQuestion
      isOpen={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}

interface DiscardQuestionProps {
  isOpen: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

function DiscardQuestion({ isOpen, onKeep, onDiscard }: DiscardQuestionProps) {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onKeep}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
    >
      <div className={`stack gap-3 padding-5 ${styles.question}`}>
        <h2 id={`${id}-title`}>Discard changes?</h2>
        <p id={`${id}-text`}>What you changed here is not saved.</p>
        <div className={`cluster gap-3 ${styles.answers}`}>
          <Button ref={takeFocus} variant="contained" onClick={onKeep}>
            Keep Editing
          </Button>
          <Button variant="outlined" color="error" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
