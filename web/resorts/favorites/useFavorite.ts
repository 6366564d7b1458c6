import { useRelayEnvironment } from 'react-relay/hooks';
import { useFavorites } from './Favorites.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';

interface Favorite {
  isKept: boolean;
  toggle: () => Promise<void>;
}

/** Whether a resort is one of the viewer's favorites, and a way to change that. */
export function useFavorite(resortId: string): Favorite {
  const isKept = useFavorites().resortIds.has(resortId);
  const environment = useRelayEnvironment();
  const toggle = async () => {
    try {
      const { changeFavorite } = await import('./changeFavorite.ts');
      const refusal = await changeFavorite(environment, resortId, !isKept);
      if (refusal !== undefined) throw new Error(refusal);
      showToast({ title: isKept ? 'Removed from favorites' : 'Added to favorites' });
    } catch (error) {
      showFailure('Favorites could not be changed', error);
    }
  };
  return { isKept, toggle };
}
