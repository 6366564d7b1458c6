import { Button } from '#web/ui/basics/Button.tsx';
import { Switch } from '#web/ui/material/Switch.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SavedSearchRow_search$key } from '#web/__generated__/SavedSearchRow_search.graphql.ts';
import type { SavedSearchRowDeleteMutation } from '#web/__generated__/SavedSearchRowDeleteMutation.graphql.ts';
import type { SavedSearchRowMutation } from '#web/__generated__/SavedSearchRowMutation.graphql.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { messageOf, refusedAt } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { removeFromViewerList } from '#web/relay/viewerLists.ts';
import styles from './SavedSearches.module.css';
import { useSavedSearchPath } from './useSavedSearchPath.ts';

interface SavedSearchRowProps {
  search: SavedSearchRow_search$key;
  onDeleted: () => void;
}

type RowMode = 'shown' | 'renamed' | 'deleted';

export function SavedSearchRow({ search, onDeleted }: SavedSearchRowProps) {
  const data = useFragment<SavedSearchRow_search$key>(searchFragment, search);
  const path = useSavedSearchPath(data);
  const switchId = useId();
  const [mode, setMode] = useState<RowMode>('shown');
  const row = useRef<HTMLLIElement>(null);

  /** Leaves the editing mode; the button that started it gets the focus. */
  const showAgain = () => {
    const left = mode;
    flushSync(() => setMode('shown'));
    row.current?.querySelector<HTMLElement>(`[data-leads-to="${left}"]`)?.focus();
  };
  const [failure, setFailure] = useState<string>();
  const update = useUpdateSearch(data.id);
  const remove = useDeleteSearch(data.id);

  const setAlerts = async (alerts: boolean) => {
    setFailure(undefined);
    try {
      await update({ alerts });
    } catch (error) {
      setFailure(`The alerts could not be changed. ${messageOf(error, 'Please try again')}`);
    }
  };
  const rename = async (name: string) => {
    await update({ name });
    showAgain();
  };
  const deleteIt = async () => {
    setFailure(undefined);
    try {
      await remove();
      onDeleted();
    } catch (error) {
      setFailure(`The search could not be deleted. ${messageOf(error, 'Please try again')}`);
    }
  };

  if (mode === 'renamed') {
    return (
      <li ref={row} className="main-and-end gap-4 row-gap-0 middle padding-y-3">
        <RenameForm name={data.name} rename={rename} onCancel={showAgain} />
      </li>
    );
  }
  return (
    <li ref={row} className="main-and-end gap-4 row-gap-0 middle padding-y-3">
      <Link className="inline target text-18 semibold breaks" to={path}>
        {data.name}
      </Link>
      <div className="row gap-1 clickable">
        <label htmlFor={switchId}>
          Alerts<span className="visuallyHidden"> for {data.name}</span>
        </label>
        <Switch
          id={switchId}
          checked={data.alerts}
          onChange={(event) => void setAlerts(event.target.checked)}
        />
      </div>
      {mode === 'deleted' ? (
        <DeleteQuestion name={data.name} onDelete={() => void deleteIt()} onKeep={showAgain} />
      ) : (
        <RowActions name={data.name} onMode={setMode} />
      )}
      <div className="whole-row">
        <FormFailure message={failure} />
      </div>
    </li>
  );
}

const searchFragment = graphql`
  fragment SavedSearchRow_search on SavedSearch {
    id
    name
    alerts
    ...useSavedSearchPath_search
  }
`;

function useUpdateSearch(id: string) {
  const [update] = useCommand<SavedSearchRowMutation>(graphql`
    mutation SavedSearchRowMutation($input: UpdateSavedSearchInput!) {
      updateSavedSearch(input: $input) {
        ... on UpdateSavedSearchPayload {
          savedSearch {
            name
            alerts
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return async (changes: { name: string } | { alerts: boolean }): Promise<void> => {
    await update({ input: { id, ...changes } });
  };
}

function useDeleteSearch(id: string) {
  const [remove] = useCommand<SavedSearchRowDeleteMutation>(graphql`
    mutation SavedSearchRowDeleteMutation($id: ID!) {
      deleteSavedSearch(id: $id) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return async (): Promise<void> => {
    await remove(
      { id },
      {
        updater: (store, answer) => {
          if (answer?.deleteSavedSearch && !answer.deleteSavedSearch.error) {
            removeFromViewerList(store, 'SavedSearchList_savedSearches', id);
          }
        },
      },
    );
  };
}

interface DeleteQuestionProps {
  name: string;
  onDelete: () => void;
  onKeep: () => void;
}

function DeleteQuestion({ name, onDelete, onKeep }: DeleteQuestionProps) {
  return (
    <div className={styles.actions} role="group" aria-label={`Delete ${name}?`}>
      <span>Delete this search?</span>
      <Button size="small" color="error" variant="contained" onClick={onDelete}>
        Delete
      </Button>
      <Button ref={takeFocus} size="small" color="inherit" onClick={onKeep}>
        Keep
      </Button>
    </div>
  );
}

function RowActions({ name, onMode }: { name: string; onMode: (mode: RowMode) => void }) {
  return (
    <div className={`${styles.actions} ${styles.plain}`}>
      <Button
        size="small"
        color="inherit"
        data-leads-to="renamed"
        aria-label={`Rename ${name}`}
        onClick={() => onMode('renamed')}
      >
        Rename
      </Button>
      <Button
        size="small"
        color="inherit"
        data-leads-to="deleted"
        aria-label={`Delete ${name}`}
        onClick={() => onMode('deleted')}
      >
        Delete
      </Button>
    </div>
  );
}

interface RenameFormProps {
  name: string;
  rename: (name: string) => Promise<void>;
  onCancel: () => void;
}

function RenameForm({ name, rename, onCancel }: RenameFormProps) {
  const { formRef, field, submit, isSending } = useForm<{ name: string }>({
    initial: { name },
    validate: (form) => (form.name.trim() === '' ? { name: 'Name is required' } : {}),
    // Only the name can be invalid, and there is no other place for a message.
    send: (form) =>
      rename(form.name).catch((error: unknown) => {
        throw refusedAt('name', messageOf(error, 'Please try again'));
      }),
  });
  return (
    <form ref={formRef} className="whole-row" onSubmit={submit} noValidate aria-label="Rename">
      <TextField {...field('name')} label="Name" inputRef={takeFocus} />
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="contained" aria-busy={isSending}>
          {isSending ? 'Saving…' : 'Save Name'}
        </Button>
        <Button size="small" color="inherit" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
