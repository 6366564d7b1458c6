import { utcToday } from '#common/days.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import styles from '../CreateListing.module.css';
import type { DraftStatus } from './draftSaver.ts';
import { validateListing, type ListingField, type ListingValues } from '../fields/listingForm.ts';
import { SubmitButton } from '#web/ui/forms/Form.tsx';

interface FormBarProps {
  values: ListingValues;
  status: DraftStatus;
  isSending: boolean;
}

export function FormBar({ values, status, isSending }: FormBarProps) {
  const isHydrated = useHydrated();
  const needed: ListingField[] = [
    ...required,
    ...(values.isForSale === '' ? [] : (['salePrice'] as const)),
  ];
  const problems = isHydrated ? validateListing(values, utcToday()) : {};
  const done = isHydrated ? needed.filter((field) => problems[field] === undefined).length : 0;
  return (
    <div className={styles.bar}>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Filled in"
        aria-valuemin={0}
        aria-valuemax={needed.length}
        aria-valuenow={done}
      >
        <span style={{ width: `${(done / needed.length) * 100}%` }} />
      </div>
      <div className={`shrink semibold ${styles.barText}`}>
        <p>{done === needed.length ? 'Ready to go' : `${done} of ${needed.length} filled in`}</p>
        <DraftNote status={status} />
      </div>
      <SubmitButton isSending={isSending} sending="Creating...">
        Create Listing
      </SubmitButton>
    </div>
  );
}

const required: readonly ListingField[] = [
  'resortId',
  'availableFrom',
  'availableTo',
  'title',
  'description',
  'pricePerNight',
  'maxGuests',
];

const notes: Record<Exclude<DraftStatus, 'conflict' | 'failed'>, string> = {
  none: 'Kept as you type',
  saving: 'Saving…',
  saved: 'Draft saved',
};

function DraftNote({ status }: { status: DraftStatus }) {
  const isProblem = status === 'failed' || status === 'conflict';
  return (
    <>
      {!isProblem && <p className={`quiet regular ${styles.draftNote}`}>{notes[status]}</p>}
      <div role="alert">
        {isProblem && (
          <p className={`quiet regular ${styles.draftNote}`} data-status={status}>
            {status === 'failed' ? (
              'Not saved yet, trying again'
            ) : (
              <>
                Your draft was changed in another window.{' '}
                <button type="button" onClick={() => window.location.reload()}>
                  Load it again
                </button>
              </>
            )}
          </p>
        )}
      </div>
    </>
  );
}
