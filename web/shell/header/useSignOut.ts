import { useCallback } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useSignOutMutation } from '#web/__generated__/useSignOutMutation.graphql.ts';
import { forgetSearches } from '#web/search/recent/recentSearches.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';

/** Signs out and loads the home page anew, so that no private data stays in memory; recent searches go too. */
export function useSignOut(): () => Promise<void> {
  const [signOut] = useMutation<useSignOutMutation>(graphql`
    mutation useSignOutMutation {
      signOut {
        __typename
      }
    }
  `);
  return useCallback(async () => {
    try {
      const { signOut: answer } = await signOut({});
      if (answer?.__typename !== 'SignOutPayload') throw new Error();
      forgetSearches();
      window.location.assign('/');
    } catch {
      showToast({
        title: 'Sign out failed',
        description: 'Please try again',
        variant: 'destructive',
      });
    }
  }, [signOut]);
}
