import { Button } from '../ui/basics/Button.tsx';
import { TextField } from '../ui/material/TextField.ts';
import { useRef, type KeyboardEvent, type SyntheticEvent } from 'react';
import { Form } from '../ui/forms/Form.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import styles from './InventoryPage.module.css';
import {
  filtersOf,
  usualFilters,
  validateFilters,
  type FilterForm,
  type SyncFilters,
} from './syncFilters.ts';

type Send = (filters: SyncFilters) => Promise<void>;

type Action = 'preview' | 'sync';

interface FilterFieldsProps {
  hasProvider: boolean;
  isRunning: boolean;
  busyWith: Action | undefined;
  onPreview: Send;
  onSync: Send;
}

/** Id of the button that gets the focus back when the preview closes. */
export const previewButtonId = 'inventory-preview';

export function FilterFields(props: FilterFieldsProps) {
  const { hasProvider, isRunning, busyWith, onPreview, onSync } = props;
  const wanted = useRef<Action>('preview');
  const form = useForm<FilterForm>({
    initial: usualFilters,
    validate: validateFilters,
    send: (values) => (wanted.current === 'sync' ? onSync : onPreview)(filtersOf(values)),
  });
  const { field, submit, values } = form;
  const submitAs = (action: Action, event: SyntheticEvent) => {
    wanted.current = action;
    submit(event);
  };
  // A disabled button would keep Enter from submitting, without any message.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isRunning) submitAs('preview', event);
  };
  const isOff = !hasProvider || isRunning;
  return (
    <Form
      form={form}
      label="Sync filters"
      className={`stack gap-4 at-top ${styles.filters}`}
      autoComplete="off"
    >
      <Inputs field={field} onKeyDown={onKeyDown} />
      <div className={`row wrap gap-3 whole-row ${styles.buttons}`}>
        <Button
          id={previewButtonId}
          variant="quiet"
          disabled={isOff}
          aria-busy={busyWith === 'preview'}
          onClick={(event) => submitAs('preview', event)}
        >
          Preview
        </Button>
        <Button
          variant="main"
          disabled={isOff}
          aria-busy={busyWith === 'sync'}
          onClick={(event) => submitAs('sync', event)}
        >
          Sync Now
        </Button>
        <p className="soft" role="status">
          {hintOf(hasProvider, values.limit)}
        </p>
      </div>
    </Form>
  );
}

interface InputsProps {
  field: ReturnType<typeof useForm<FilterForm>>['field'];
  onKeyDown: (event: KeyboardEvent) => void;
}

function Inputs({ field, onKeyDown }: InputsProps) {
  const input = (name: keyof FilterForm) => ({ ...field(name), onKeyDown });
  return (
    <>
      <TextField {...input('destination')} label="Destination" placeholder="Any destination" />
      <TextField {...input('limit')} label="Limit" inputMode="numeric" placeholder="No limit" />
      <TextField {...input('priceMin')} label="Min Price" inputMode="decimal" />
      <TextField
        {...input('priceMax')}
        label="Max Price"
        inputMode="decimal"
        placeholder="Any price"
      />
    </>
  );
}

function hintOf(hasProvider: boolean, limit: string): string {
  if (!hasProvider) return 'Pick a provider first.';
  return limit.trim() === ''
    ? 'Without a limit everything is read; without other filters, weeks that the provider no longer has are withdrawn.'
    : 'Prices are US dollars a night.';
}
