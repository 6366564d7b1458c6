import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, type KeyboardEvent } from 'react';
import { useForm } from '../../../ui/forms/useForm.ts';
import styles from './InventoryPage.module.css';
import {
  filtersOf,
  usualFilters,
  validateFilters,
  type FilterForm,
  type SyncFilters,
} from './syncFilters.ts';

type Send = (filters: SyncFilters) => Promise<void>;

interface FilterFieldsProps {
  hasProvider: boolean;
  isRunning: boolean;
  /** Which of the two is running; undefined if none. */
  busyWith: 'preview' | 'sync' | undefined;
  onPreview: Send;
  onSync: Send;
}

/** Id of the button that gets the focus back when the preview closes. */
export const previewButtonId = 'inventory-preview';

/** The filters for a provider's weeks, with buttons to preview and to sync them. */
export function FilterFields(props: FilterFieldsProps) {
  const { hasProvider, isRunning, busyWith, onPreview, onSync } = props;
  const wanted = useRef<'preview' | 'sync'>('preview');
  const form = useForm<FilterForm>({
    initial: usualFilters,
    validate: validateFilters,
    send: (values) => (wanted.current === 'sync' ? onSync : onPreview)(filtersOf(values)),
  });
  const { formRef, field, submit, values } = form;
  // A disabled button would keep Enter from submitting, without any message.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isRunning) return;
    wanted.current = 'preview';
    submit(event);
  };
  const isOff = !hasProvider || isRunning;
  const isUnlimited = values.limit.trim() === '';
  return (
    <form
      ref={formRef}
      className={styles.filters}
      method="post"
      noValidate
      autoComplete="off"
      aria-label="Sync filters"
      onSubmit={submit}
    >
      <TextField
        {...field('destination')}
        label="Destination"
        placeholder="Any destination"
        onKeyDown={onKeyDown}
      />
      <TextField
        {...field('limit')}
        label="Limit"
        inputMode="numeric"
        placeholder="No limit"
        onKeyDown={onKeyDown}
      />
      <TextField
        {...field('priceMin')}
        label="Min Price"
        inputMode="decimal"
        onKeyDown={onKeyDown}
      />
      <TextField
        {...field('priceMax')}
        label="Max Price"
        inputMode="decimal"
        placeholder="Any price"
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button
          id={previewButtonId}
          variant="outlined"
          color="inherit"
          disabled={isOff}
          aria-busy={busyWith === 'preview'}
          onClick={(event) => {
            wanted.current = 'preview';
            submit(event);
          }}
        >
          Preview
        </Button>
        <Button
          variant="contained"
          color="secondary"
          disabled={isOff}
          aria-busy={busyWith === 'sync'}
          onClick={(event) => {
            wanted.current = 'sync';
            submit(event);
          }}
        >
          Sync Now
        </Button>
        <p className={styles.hint} role="status">
          {!hasProvider
            ? 'Pick a provider first.'
            : isUnlimited
              ? 'Without a limit everything is read; without other filters, weeks that the provider no longer has are withdrawn.'
              : 'Prices are US dollars a night.'}
        </p>
      </div>
    </form>
  );
}
