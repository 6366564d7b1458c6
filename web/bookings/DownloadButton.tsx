import type { ReactNode } from 'react';
import type { Result } from '../relay/refusal.ts';
import { Button } from '../ui/basics/Button.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { showFailure } from '../ui/feedback/showFailure.ts';

interface DownloadLink extends Result {
  readonly url?: string;
}

interface DownloadButtonProps {
  /** Creates a link to the file for this reader. */
  createLink: () => Promise<DownloadLink | null | undefined>;
  isPending: boolean;
  what: string;
  children: ReactNode;
}

export function DownloadButton({ createLink, isPending, what, children }: DownloadButtonProps) {
  const download = async () => {
    try {
      const link = await createLink();
      if (link?.url === undefined) throw new Error(link?.error?.message);
      // The response is a download, so the page stays.
      window.location.assign(link.url);
    } catch (error) {
      showFailure(`${what} could not be downloaded`, error);
    }
  };
  return (
    <Button
      variant="quiet"
      startIcon={<Icon name="document" size={20} />}
      aria-busy={isPending}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}
