import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useMoveListingsMutation } from '#web/__generated__/useMoveListingsMutation.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import type { Move } from './listingWords.ts';

export interface Movable {
  readonly databaseId: string;
  readonly title: string;
  readonly version: number;
  readonly moves: readonly string[];
}

export interface MoveResult {
  listing: Movable;
  failure: string | undefined;
}

interface MoveRun {
  total: number;
  results: readonly MoveResult[];
  isOver: boolean;
}

export function useMoveListings(move: Move) {
  const [run, setRun] = useState<MoveRun>();
  const isStopped = useRef(false);
  // Closing the dialog also stops it.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const [moveListing] = useCommand<useMoveListingsMutation>(graphql`
    mutation useMoveListingsMutation($input: MoveListingInput!) {
      moveListing(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);

  const moveOne = async ({ databaseId: listingId, version }: Movable, reason: string) => {
    try {
      const input = { listingId, version, move, reason: reason || null };
      await moveListing({ input });
      return undefined;
    } catch (error) {
      return messageOf(error, failed);
    }
  };
  return {
    run,
    start: async (listings: readonly Movable[], reason: string) => {
      const results: MoveResult[] = [];
      setRun({ total: listings.length, results, isOver: false });
      for (const listing of listings) {
        if (isStopped.current) break;
        results.push({ listing, failure: await moveOne(listing, reason) });
        setRun({ total: listings.length, results: [...results], isOver: false });
      }
      setRun({ total: listings.length, results, isOver: true });
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}

const failed = 'It could not be done. Please try again';
