import { useEffect, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useListingDraftMutation } from '#web/__generated__/useListingDraftMutation.graphql.ts';
import type { UploadedContract } from '#web/listings/upload/uploadState.ts';
import { RefusedError } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { createDraftSaver, type DraftSaver, type DraftStatus } from './draftSaver.ts';
import type { ListingValues } from '../fields/listingForm.ts';

export interface DraftContent {
  values: ListingValues;
  contract: UploadedContract | undefined;
}

interface ListingDraft {
  saver: DraftSaver<DraftContent>;
  status: DraftStatus;
}

let lastSaved: Promise<void> | undefined;

/** Resolves when the save of the last closed draft has ended. */
export const draftSaved = async (): Promise<void> => lastSaved;

export function useListingDraft(version: number): ListingDraft {
  const [saveDraft] = useMutation<useListingDraftMutation>(graphql`
    mutation useListingDraftMutation($input: SaveListingDraftInput!) {
      saveListingDraft(input: $input) {
        ... on SaveListingDraftPayload {
          viewer {
            ...listingDraftLoader_viewer
          }
          draft {
            version
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [status, setStatus] = useState<DraftStatus>(version === 0 ? 'none' : 'saved');
  const [saver] = useState(() =>
    createDraftSaver<DraftContent>({
      version,
      onStatus: setStatus,
      save: async (content, saved) => {
        const { saveListingDraft: result } = await saveDraft({
          input: { ...inputOf(content), version: saved },
        });
        if (result?.draft) return { version: result.draft.version };
        if (result?.error?.__typename === 'ConflictError') return 'conflict';
        throw new RefusedError(result?.error);
      },
    }),
  );
  useEffect(() => {
    const { flush } = saver;
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      lastSaved = saver.finish();
    };
  }, [saver]);
  return { saver, status };
}

function inputOf({ values, contract }: DraftContent) {
  const { resortId, isInstant, isForSale, rightOfFirstRefusal, ...texts } = values;
  return {
    ...texts,
    resortId: resortId || null,
    isInstant: isInstant !== '',
    isForSale: isForSale !== '',
    rightOfFirstRefusal: rightOfFirstRefusal !== '',
    contractDocumentUrl: contract?.contractDocumentUrl ?? null,
    contractFileName: contract?.fileName ?? null,
  };
}
