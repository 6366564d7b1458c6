import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SavedSearchRow_search$key } from '../../__generated__/SavedSearchRow_search.graphql.ts';
import type { SavedSearchRowDeleteMutation } from '../../__generated__/SavedSearchRowDeleteMutation.graphql.ts';
import type { SavedSearchRowMutation } from '../../__generated__/SavedSearchRowMutation.graphql.ts';
import { showToast } from '../../components/toastStore.ts';
import { useForm } from '../../components/useForm.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { removeFromViewerList } from '../../relay/viewerLists.ts';
import { savedSearchPath } from './savedSearchPath.ts';
import styles from './SavedSearchesDialog.module.css';

interface SavedSearchRowProps {
  search: SavedSearchRow_search$key;
  onDeleted: () => void;
}

export function SavedSearchRow({ search, onDeleted }: SavedSearchRowProps) {
  const data = useFragment<SavedSearchRow_search$key>(
    graphql`
      fragment SavedSearchRow_search on SavedSearch {
        id
        name
        query
        alerts
        filter {
          priceTier
          destinations
          brands
          amenities
          minRating
          availableFrom
          availableTo
          guests
          bedrooms
        }
      }
    `,
    search,
  );
  const [mode, setMode] = useState<'shown' | 'renamed' | 'deleted'>('shown');
  const [update] = useMutation<SavedSearchRowMutation>(graphql`
    mutation SavedSearchRowMutation($input: UpdateSavedSearchInput!) {
      updateSavedSearch(input: $input) {
        __typename
        ... on UpdateSavedSearchPayload {
          savedSearch {
            name
            alerts
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  const [remove] = useMutation<SavedSearchRowDeleteMutation>(graphql`
    mutation SavedSearchRowDeleteMutation($id: ID!) {
      deleteSavedSearch(id: $id) {
        deletedId
      }
    }
  `);

  const setAlerts = async (alerts: boolean) => {
    try {
      const { updateSavedSearch: result } = await update({ input: { id: data.id, alerts } });
      if (result?.__typename !== 'UpdateSavedSearchPayload') throw new Error(result?.message);
    } catch (error) {
      fail('The alerts could not be changed', error);
    }
  };
  const rename = async (name: string): Promise<string | undefined> => {
    try {
      const { updateSavedSearch: result } = await update({ input: { id: data.id, name } });
      if (result?.__typename !== 'UpdateSavedSearchPayload') {
        return result?.message ?? 'Please try again';
      }
      setMode('shown');
      return undefined;
    } catch (error) {
      return (error instanceof Error && error.message) || 'Please try again';
    }
  };
  const deleteIt = async () => {
    try {
      await remove(
        { id: data.id },
        {
          updater: (store) =>
            removeFromViewerList(store, 'SavedSearchesDialog_savedSearches', data.id),
        },
      );
      onDeleted();
    } catch (error) {
      fail('The search could not be deleted', error);
    }
  };

  if (mode === 'renamed') {
    return (
      <li className={styles.row}>
        <RenameForm name={data.name} rename={rename} onCancel={() => setMode('shown')} />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <Link className={styles.name} to={savedSearchPath(data)}>
        {data.name}
      </Link>
      <label className={styles.alerts}>
        <span>
          Alerts<span className="visuallyHidden"> for {data.name}</span>
        </span>
        <Switch checked={data.alerts} onChange={(event) => void setAlerts(event.target.checked)} />
      </label>
      {mode === 'deleted' ? (
        <div className={styles.actions} role="group" aria-label={`Delete ${data.name}?`}>
          <span>Delete this search?</span>
          <Button size="small" color="error" variant="contained" onClick={() => void deleteIt()}>
            Delete
          </Button>
          {/* Takes the focus of the button that asked. */}
          <Button size="small" color="inherit" autoFocus onClick={() => setMode('shown')}>
            Keep
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button
            size="small"
            color="inherit"
            aria-label={`Rename ${data.name}`}
            onClick={() => setMode('renamed')}
          >
            Rename
          </Button>
          <Button
            size="small"
            color="inherit"
            aria-label={`Delete ${data.name}`}
            onClick={() => setMode('deleted')}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

interface RenameFormProps {
  name: string;
  /** Gives what is wrong with the name, if anything is. */
  rename: (name: string) => Promise<string | undefined>;
  onCancel: () => void;
}

function RenameForm({ name, rename, onCancel }: RenameFormProps) {
  const { formRef, field, submit, isSending } = useForm<{ name: string }>({
    initial: { name },
    validate: (form) => (form.name.trim() === '' ? { name: 'Name is required' } : {}),
    send: async (form) => {
      const problem = await rename(form.name);
      return problem === undefined ? {} : { name: problem };
    },
  });
  return (
    <form ref={formRef} className={styles.rename} onSubmit={submit} noValidate aria-label="Rename">
      <TextField {...field('name')} label="Name" autoFocus />
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

function fail(title: string, error: unknown): void {
  const description = (error instanceof Error && error.message) || 'Please try again';
  showToast({ title, description, variant: 'destructive' });
}
