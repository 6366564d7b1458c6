import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { OptionList } from '#web/ui/forms/fields/OptionList.tsx';
import { Dialog } from '#web/ui/material/Dialog.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { hitGroups, keepHit, pathOf, type Hit } from './globalSearchHits.ts';
import styles from './GlobalSearch.module.css';
import { useGlobalSearch } from './useGlobalSearch.ts';

export default function GlobalSearchDialog({ isOpen, onClose, focusAfter }: DialogState) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      slotProps={{
        paper: { className: styles.paper, 'aria-label': 'Search the administration' },
        transition: { onExited: () => focusAfter()?.focus() },
      }}
    >
      <Search onClose={onClose} />
    </Dialog>
  );
}

function Search({ onClose }: Pick<DialogState, 'onClose'>) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = useGlobalSearch(text);
  const { hits, isRecent, isSearching } = search;

  const choose = (hit: Hit) => {
    keepHit(hit);
    onClose();
    void navigate(pathOf(hit));
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = hits[active];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (active + step + hits.length) % hits.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen && !isSearching) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <div className={styles.search}>
      <div className={`row gap-3 line-below ${styles.box}`}>
        <Icon name="search" />
        <input
          className="grow shrink target ellipsis"
          ref={takeFocus}
          type="text"
          role="combobox"
          aria-label="Search users, resorts, listings, bookings and inquiries"
          placeholder="Users, resorts, listings, bookings, inquiries"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={id}
          aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <OptionList
        id={id}
        label={isRecent ? 'Recent' : 'Results'}
        groups={hitGroups.map(({ kind, label, icon }) => ({
          name: kind,
          label: isRecent ? `Recent ${label.toLowerCase()}` : label,
          icon,
        }))}
        groupOf={({ kind }) => kind}
        options={hits}
        keyOf={({ databaseId }) => databaseId}
        active={active}
        onPoint={setActive}
        onChoose={choose}
        classes={styles}
      >
        {({ title, detail }) => (
          <>
            <span className="medium">{title}</span>
            <span className="second-column quiet">{detail}</span>
          </>
        )}
      </OptionList>
      <p className={`quiet ${styles.state}`} role="status">
        {statusText(search)}
      </p>
    </div>
  );
}

function statusText(search: ReturnType<typeof useGlobalSearch>): string {
  const { hits, isRecent, isSearching, hasFailed } = search;
  if (hasFailed) return 'The search could not be done. Please try again';
  if (isRecent) return 'Type a name, an address, a booking or certificate number, or an id';
  if (isSearching) return 'Searching…';
  return hits.length === 0
    ? 'Nothing found'
    : `${plural(hits.length, 'result')}: arrow keys choose, Enter opens`;
}
