import { useLocation, useNavigate } from 'react-router-dom';
import { signInFor } from '#web/accounts/authLink.ts';
import styles from './FavoriteButton.module.css';
import { useFavorites } from './Favorites.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { rememberIntent, useIntent } from '#web/accounts/intent.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { useRelayEnvironment } from 'react-relay/hooks';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';

interface FavoriteButtonProps {
  resortId: string;
  resortName: string;
}

/** The heart on a picture. Visitors sign in first; then the resort is added to their favorites. */
export function FavoriteButton({ resortId, resortName }: FavoriteButtonProps) {
  const { isSignedIn, resortIds } = useFavorites();
  const isKept = resortIds.has(resortId);
  const environment = useRelayEnvironment();
  const toggle = async () => {
    try {
      const { changeFavorite } = await import('./changeFavorite.ts');
      await changeFavorite(environment, resortId, !isKept);
      showToast({ title: isKept ? 'Removed from favorites' : 'Added to favorites' });
    } catch (error) {
      showFailure('Favorites could not be changed', error);
    }
  };
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const intent = `favorite ${resortId}`;
  useIntent(intent, isSignedIn, () => {
    if (!isKept) void toggle();
  });
  const signIn = () =>
    void navigate(signInFor('favorite', rememberIntent(intent, pathname + search)));
  return (
    <Tooltip text={isKept ? 'Remove from favorites' : 'Add to favorites'} isInName>
      <button
        type="button"
        className={isKept ? styles.kept : styles.heart}
        onClick={isSignedIn ? () => void toggle() : signIn}
        aria-label={
          isKept ? `Remove ${resortName} from favorites` : `Add ${resortName} to favorites`
        }
      >
        <Icon name="heart" size={24} />
      </button>
    </Tooltip>
  );
}
