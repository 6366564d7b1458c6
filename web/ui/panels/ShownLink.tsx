import styles from './ShownLink.module.css';
import { showToast } from '../feedback/toastStore.ts';

/** A secret link that is shown once. */
export const ShownLink = ({ label, url }: { label: string; url: string }) => (
  <>
    <p className="semibold">Use the link now. It is not shown again.</p>
    <input
      className={`full on-paper text-15 ${styles.link}`}
      readOnly
      aria-label={label}
      value={url}
      onFocus={(event) => event.target.select()}
    />
  </>
);

export async function copyLink(link: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ title: 'Link copied', description });
  } catch {
    showToast({
      title: 'The link could not be copied',
      description: 'Select it and copy it yourself',
      variant: 'destructive',
    });
  }
}
