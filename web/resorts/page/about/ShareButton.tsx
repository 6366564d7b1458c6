import { showToast } from '#web/ui/feedback/toastStore.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import styles from './ResortHero.module.css';

/** Opens the device's share sheet; without one, copies the link. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if ('share' in navigator) {
        await navigator.share({ title, url });
        return;
      }
      await (navigator as Navigator).clipboard.writeText(url);
      showToast({ title: 'Link copied', description: 'Paste it wherever you like' });
    } catch (error) {
      // The person cancelled, which needs no message.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({
        title: 'The link could not be copied',
        description: 'Copy it from the address bar of your browser',
        variant: 'destructive',
      });
    }
  };
  return (
    <Tooltip text="Share this resort" isInName>
      <button type="button" className={styles.share} onClick={() => void share()}>
        <Icon name="share" />
        <span>
          Share<span className="visuallyHidden"> this resort</span>
        </span>
      </button>
    </Tooltip>
  );
}
