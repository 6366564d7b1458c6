import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { BookingTerms_query$key } from '../__generated__/BookingTerms_query.graphql.ts';
import type { ListingFormMutation } from '../__generated__/ListingFormMutation.graphql.ts';
import { utcToday } from '#common/days.ts';
import { Form, FormFailure } from '../ui/forms/Form.tsx';
import { showToast } from '../ui/feedback/toastStore.ts';
import type { UploadedContract } from '../listings/upload/uploadState.ts';
import { useAttachContract } from '../listings/upload/useAttachContract.ts';
import { useForm } from '../ui/forms/useForm.ts';
import { useIdempotencyKeys } from '../ui/forms/useIdempotencyKeys.ts';
import { RefusedError } from '../relay/refusal.ts';
import { useCommand } from '../relay/useMutation.ts';
import styles from './CreateListing.module.css';
import { DiscardDraft } from './draft/DiscardDraft.tsx';
import { FormBar } from './draft/FormBar.tsx';
import type { StoredDraft } from './draft/listingDraftLoader.ts';
import {
  detailsOf,
  formFieldOf,
  validateListing,
  type ListingValues,
} from './fields/listingForm.ts';
import { ListingFields } from './fields/ListingFields.tsx';
import { pathOfStep } from './steps/listingSteps.ts';
import type { ChosenResort } from './fields/ResortPicker.tsx';
import type { useListingDraft } from './draft/useListingDraft.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import { ContractButton, type PageUpload } from './contract/ContractButton.tsx';

interface ListingFormProps {
  start: StoredDraft;
  draft: ReturnType<typeof useListingDraft>;
  upload: PageUpload;
  onDiscard: () => Promise<void>;
  terms: BookingTerms_query$key;
}

export function ListingForm({ start, draft, upload, onDiscard, terms }: ListingFormProps) {
  const [resort, setResort] = useState<ChosenResort | undefined>(start.resort);
  const [refusedContract, setRefusedContract] = useState<string>();
  const contract = upload.contract === undefined ? start.contract : (upload.contract ?? undefined);
  const create = useCreateListing(draft, contract, upload.forget);

  const form = useForm<ListingValues>({
    initial: start.values,
    validate: (values) => validateListing(values, utcToday()),
    send: async (values) => {
      setRefusedContract(undefined);
      await create(values);
    },
    fieldOf: formFieldOf,
    onFailure: ({ error, message }) => {
      const problem =
        error instanceof RefusedError &&
        error.fieldErrors.find(({ field }) => field === 'contractDocumentUrl');
      if (problem) {
        upload.forget();
        setRefusedContract(problem.message);
      }
      showToast({
        title: 'Failed to create listing. Please try again.',
        ...(message && { description: message }),
        variant: 'destructive',
      });
    },
  });
  const { values, isSending, failure } = form;
  useKeptDraft(draft, values, contract, start);

  return (
    <Form form={form} label="Listing Details" className="stack gap-5">
      {start.version > 0 && (
        <p className="padding-3-4 tile">
          Welcome back. Your draft is here as you left it; nobody else sees it.
        </p>
      )}

      <ListingFields form={form} resort={resort} onResort={setResort} terms={terms} />

      <ContractSection
        isUploaded={contract !== undefined}
        fileName={contract?.fileName}
        problem={refusedContract}
        upload={upload}
      />

      <FormFailure message={failure && `Failed to create listing. ${failure}`} />
      <DiscardDraft isThere={draft.status !== 'none'} onDiscard={onDiscard} />
      <FormBar values={values} status={draft.status} isSending={isSending} />
    </Form>
  );
}

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

function useCreateListing(
  { saver }: ReturnType<typeof useListingDraft>,
  contract: UploadedContract | undefined,
  onCreated: () => void,
): (values: ListingValues) => Promise<void> {
  const [createListing] = useCommand<ListingFormMutation>(graphql`
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
        ...refusal_error @alias(as: "error") @relay(mask: false)
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
      const details = detailsOf(values);
      const contractDocumentUrl = contract?.contractDocumentUrl ?? null;
      const idempotencyKey = keyOf({ details, contractDocumentUrl });
      const { listing } = await createListing(
        { input: { details, contractDocumentUrl, idempotencyKey } },
        {
          // Invalidates the viewer's lists, which lack the new listing.
          updater: (store, response) =>
            store.get(response?.createListing?.viewer?.id ?? '')?.invalidateRecord(),
        },
      );
      const { databaseId, hasContract } = listing;
      const later = hasContract ? undefined : latest.current;
      const isComplete =
        hasContract ||
        (later !== undefined &&
          (await attachContract(databaseId, later.contractDocumentUrl).then(
            () => true,
            // The next step requests the document again.
            () => false,
          )));
      showToast(isComplete ? createdWithContract : createdWithout);
      await navigate(pathOfStep(isComplete ? 'escrow' : 'contract', databaseId), {
        replace: true,
      });
      onCreated();
    } catch (error) {
      saver.resume();
      saver.keep({ values, contract });
      throw error;
    }
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

interface ContractSectionProps {
  isUploaded: boolean;
  fileName: string | undefined;
  problem: string | undefined;
  upload: PageUpload;
}

function ContractSection({ isUploaded, fileName, problem, upload }: ContractSectionProps) {
  return (
    <section className={styles.panel} aria-labelledby="contract-upload">
      <h2 id="contract-upload">Contract Upload</h2>
      <p className="soft text-15-5">
        A deed, a membership certificate or a maintenance bill with your name on it. A photo will
        do.
      </p>
      <ContractButton isUploaded={isUploaded} upload={upload.state} onClick={upload.open} />
      {isUploaded && fileName && <p className="breaks soft text-15-5">{fileName}</p>}
      <div role="alert">{problem && <p className="red">{problem}</p>}</div>
      {isUploaded ? (
        <p className={`icon-and-text gap-3 middle padding-3-4 rounded ${styles.good}`}>
          <Icon name="shield" size={22} />
          Our team verifies your ownership before your listing is approved.
        </p>
      ) : (
        <p className="notice icon-and-text gap-3 middle">
          <Icon name="document" size={22} />
          You can create your listing without it, but a contract upload will be required for
          approval.
        </p>
      )}
    </section>
  );
}
