import TextField from '@mui/material/TextField';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type {
  FeePayer,
  ListingFormMutation,
  ListingOwnership,
  ListingTenure,
  ListingUse,
  Weekday,
} from '../../__generated__/ListingFormMutation.graphql.ts';
import { today } from '../../components/dates.ts';
import { FormFailure } from '../../components/FormFailure.tsx';
import { showToast } from '../../components/toastStore.ts';
import type { UploadedContract } from '../../components/upload/uploadState.ts';
import { useAttachContract } from '../../components/upload/useAttachContract.ts';
import { useForm } from '../../components/useForm.ts';
import { useHydrated } from '../../components/useHydrated.ts';
import { useIdempotencyKeys } from '../../components/useIdempotencyKeys.ts';
import { fieldErrorsOf, type FieldErrors } from '../../relay/fieldErrors.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { ContractSection } from './ContractSection.tsx';
import styles from './CreateListing.module.css';
import { DiscardDraft } from './DiscardDraft.tsx';
import { FormBar } from './FormBar.tsx';
import type { StoredDraft } from './listingDraftLoader.ts';
import {
  atFormField,
  detailsOf,
  listingFields,
  validateListing,
  withDates,
  type ListingField,
  type ListingValues,
} from './listingForm.ts';
import { pathOfStep } from './listingSteps.ts';
import { MoneyField } from './MoneyField.tsx';
import { NumberField } from './NumberField.tsx';
import type { PageUpload } from './pageUpload.ts';
import { ResortPicker, type ChosenResort } from './ResortPicker.tsx';
import { TimeshareFacts } from './TimeshareFacts.tsx';
import type { useListingDraft } from './useListingDraft.ts';
import { WeekSummary } from './WeekSummary.tsx';

const WeekPicker = lazy(() => import('./WeekPicker.tsx'));

interface ListingFormProps {
  /** What it begins with. */
  start: StoredDraft;
  draft: ReturnType<typeof useListingDraft>;
  upload: PageUpload;
  onDiscard: () => Promise<void>;
}

export type ListingFormState = ReturnType<typeof useForm<ListingValues>>;

export function ListingForm({ start, draft, upload, onDiscard }: ListingFormProps) {
  const [resort, setResort] = useState<ChosenResort | undefined>(start.resort);
  const [refusedContract, setRefusedContract] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isHydrated = useHydrated();
  const contract = upload.contract === undefined ? start.contract : (upload.contract ?? undefined);
  const create = useCreateListing(draft, contract);

  const send = async (values: ListingValues): Promise<FieldErrors<ListingField>> => {
    setFailure(undefined);
    setRefusedContract(undefined);
    const refusal = await create(values);
    if (!refusal) return {};
    const problem = refusal.fieldErrors.find(({ field }) => field === 'contractDocumentUrl');
    if (problem) {
      upload.forget();
      setRefusedContract(problem.message);
    }
    setFailure(refusal.message);
    const description = refusal.message;
    showToast({
      title: 'Failed to create listing. Please try again.',
      ...(description && { description }),
      variant: 'destructive',
    });
    return fieldErrorsOf(listingFields, refusal.fieldErrors.map(atFormField));
  };

  const form = useForm<ListingValues>({
    initial: start.values,
    validate: (values) => validateListing(values, today()),
    send,
  });
  const { formRef, field, values, errors, change, submit, isSending } = form;
  useKeptDraft(draft, values, contract, start);

  const chooseResort = (chosen: ChosenResort | undefined) => {
    setResort(chosen);
    change({ resortId: chosen?.id ?? '', weekNumber: '', checkInDay: '' });
  };
  const dateField = (name: 'availableFrom' | 'availableTo', label: string) => (
    <TextField
      {...field(name)}
      label={label}
      type="date"
      onChange={({ target }) => change(withDates(values, { [name]: target.value }))}
    />
  );

  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Listing Details"
    >
      {start.version > 0 && (
        <p className={styles.kept}>
          Welcome back. Your draft is here as you left it; nobody else sees it.
        </p>
      )}

      <section className={styles.panel} aria-labelledby="where-and-when">
        <h2 id="where-and-when">Where and when</h2>
        <ResortPicker resort={resort} problem={errors.resortId} onChoose={chooseResort} />
        {resort && isHydrated && (
          <Suspense fallback={<div className={styles.weeksLoading} />}>
            <WeekPicker
              key={resort.id}
              resortId={resort.databaseId}
              values={values}
              onPick={change}
            />
          </Suspense>
        )}
        <div className={styles.pair}>
          {dateField('availableFrom', 'Available From')}
          {dateField('availableTo', 'Available To')}
        </div>
        <WeekSummary values={values} />
        {errors.weekNumber && (
          <p role="alert" className={styles.problem}>
            {errors.weekNumber}
          </p>
        )}
      </section>

      <section className={styles.panel} aria-labelledby="your-listing">
        <h2 id="your-listing">Your listing</h2>
        <TextField
          {...field('title')}
          label="Listing Title"
          placeholder="Oceanfront week, two bedrooms, sleeps six"
          slotProps={{ htmlInput: { maxLength: 200, autoCapitalize: 'sentences' } }}
        />
        <TextField
          {...field('description')}
          label="Description"
          placeholder="The view, the beds, what is near, and why you love it"
          multiline
          minRows={4}
          maxRows={14}
          slotProps={{ htmlInput: { maxLength: 6_000, autoCapitalize: 'sentences' } }}
        />
      </section>

      <section className={styles.panel} aria-labelledby="price-and-guests">
        <h2 id="price-and-guests">Price and guests</h2>
        <div className={styles.pair}>
          <MoneyField {...field('pricePerNight')} label="Price per Night" placeholder="180" />
          <NumberField
            {...field('maxGuests')}
            helperText={errors.maxGuests ?? 'How many people it sleeps.'}
            label="Maximum Guests"
            noun="guest"
            range={[1, 30]}
            onStep={(maxGuests) => change({ maxGuests })}
          />
        </div>
        <label className={styles.switch}>
          <input
            type="checkbox"
            name="isForSale"
            checked={values.isForSale !== ''}
            onChange={({ target }) => change({ isForSale: target.checked ? 'yes' : '' })}
          />
          <span aria-hidden="true" />I also want to sell this timeshare
        </label>
        {values.isForSale !== '' && (
          <MoneyField {...field('salePrice')} label="Sale Price" placeholder="12,500" />
        )}
      </section>

      <TimeshareFacts form={form} />

      <ContractSection
        isUploaded={contract !== undefined}
        fileName={contract?.fileName}
        problem={refusedContract}
        upload={upload}
      />

      <FormFailure message={failure && `Failed to create listing. ${failure}`} />
      <DiscardDraft isThere={draft.status !== 'none'} onDiscard={onDiscard} />
      <FormBar values={values} status={draft.status} isSending={isSending} />
    </form>
  );
}

/** Saves the draft with every change of what was typed or uploaded. */
function useKeptDraft(
  { saver }: ReturnType<typeof useListingDraft>,
  values: ListingValues,
  contract: UploadedContract | undefined,
  start: StoredDraft,
): void {
  const kept = useRef({ values: start.values, contract: start.contract });
  useEffect(() => {
    if (kept.current.values === values && kept.current.contract === contract) return;
    kept.current = { values, contract };
    saver.keep({ values, contract });
  }, [saver, values, contract]);
}

interface Refusal {
  message: string | undefined;
  fieldErrors: readonly { readonly field: string; readonly message: string }[];
}

/** Creates the listing and goes on to the next step; answers with why not. */
function useCreateListing(
  { saver }: ReturnType<typeof useListingDraft>,
  contract: UploadedContract | undefined,
): (values: ListingValues) => Promise<Refusal | undefined> {
  const [createListing] = useMutation<ListingFormMutation>(graphql`
    mutation ListingFormMutation($input: CreateListingInput!) {
      createListing(input: $input) {
        ... on CreateListingPayload {
          listing {
            databaseId
            hasContract
          }
          viewer {
            id
            listingDraft {
              id
            }
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const attachContract = useAttachContract();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKeys();
  // An upload may end while the listing is being created.
  const latest = useRef(contract);
  useEffect(() => {
    latest.current = contract;
  });

  return async (values) => {
    await saver.stop();
    try {
      const details = inServersTypes(values);
      const contractDocumentUrl = contract?.contractDocumentUrl ?? null;
      const idempotencyKey = keyOf({ details, contractDocumentUrl });
      const { createListing: result } = await createListing(
        { input: { details, contractDocumentUrl, idempotencyKey } },
        {
          // The member's own lists have one more listing now.
          updater: (store, response) =>
            store.get(response?.createListing?.viewer?.id ?? '')?.invalidateRecord(),
        },
      );
      if (!result?.listing) {
        saver.resume();
        saver.keep({ values, contract });
        return { message: result?.message, fieldErrors: result?.fieldErrors ?? [] };
      }
      const { databaseId, hasContract } = result.listing;
      const later = hasContract ? undefined : latest.current;
      if (later) await attachContract(databaseId, later.contractDocumentUrl);
      const isComplete = hasContract || later !== undefined;
      showToast(isComplete ? createdWithContract : createdWithout);
      await navigate(pathOfStep(isComplete ? 'escrow' : 'contract', databaseId), {
        replace: true,
      });
      return undefined;
    } catch (error) {
      saver.resume();
      saver.keep({ values, contract });
      return { message: error instanceof Error ? error.message : undefined, fieldErrors: [] };
    }
  };
}

/** The choices of the form are the server's own. */
function inServersTypes(values: ListingValues) {
  const details = detailsOf(values);
  return {
    ...details,
    checkInDay: details.checkInDay as Weekday | null,
    ownership: details.ownership as ListingOwnership | null,
    use: details.use as ListingUse | null,
    tenure: details.tenure as ListingTenure | null,
    nextFeePaidBy: details.nextFeePaidBy as FeePayer | null,
  };
}

/** SPEC section 8. */
const createdWithContract = {
  title: 'Listing Created Successfully!',
  description: 'Your listing and ownership contract have been submitted for verification.',
};

const createdWithout = {
  title: 'Listing Created Successfully!',
  description:
    'Your listing has been submitted. Our team will contact you about contract verification for listing approval.',
};
