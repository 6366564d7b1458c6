import type { ReactNode } from 'react';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import { useMutation } from '#web/relay/useMutation.ts';
import type { Result } from '../relay/refusal.ts';
import { Button } from '../ui/basics/Button.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { showFailure } from '../ui/feedback/showFailure.ts';

interface LinkMutation extends MutationParameters {
  readonly response: {
    readonly link: (Result & { readonly url?: string }) | null | undefined;
  };
}

interface DownloadButtonProps<TMutation extends LinkMutation> {
  mutation: GraphQLTaggedNode;
  variables: TMutation['variables'];
  what: string;
  children: ReactNode;
}

export function DownloadButton<TMutation extends LinkMutation>(
  props: DownloadButtonProps<TMutation>,
) {
  const { mutation, variables, what, children } = props;
  const [createLink, isPending] = useMutation<TMutation>(mutation);
  const download = async () => {
    try {
      const { link } = await createLink(variables);
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
