import type { ReactNode } from 'react';
import { Button } from '../ui/basics/Button.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { showFailure } from '../ui/feedback/showFailure.ts';

interface DownloadLink {
  readonly url?: string;
  /** Why there is none. */
  readonly message?: string;
}

interface DownloadButtonProps {
  /** Makes a link for the reader, from which the file is sent. */
  createLink: () => Promise<DownloadLink | null | undefined>;
  isPending: boolean;
  /** 'The file' */
  what: string;
  children: ReactNode;
}

/** Saves a file that not everybody may have. */
export function DownloadButton({ createLink, isPending, what, children }: DownloadButtonProps) {
  const download = async () => {
    try {
      const link = await createLink();
      if (link?.url === undefined) throw new Error(link?.message);
      // It is sent as a download, so the page stays.
      window.location.assign(link.url);
    } catch (error) {
      showFailure(`${what} could not be downloaded`, error);
    }
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<Icon name="document" size={20} />}
      aria-busy={isPending}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}
