import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import type {
  InquiryActionsStatusMutation,
  InquiryStatus,
} from '#web/__generated__/InquiryActionsStatusMutation.graphql.ts';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { openerId } from '#web/admin/table/useTable.ts';
import { inquiryStatuses, type Inquiry } from './inquiry.ts';

interface InquiryActionsProps {
  inquiry: Inquiry;
  refresh: () => Promise<void>;
}

const ReplyDialog = lazy(() => import('./ReplyDialog.tsx'));
const DraftDialog = lazy(() => import('./DraftDialog.tsx'));

export function InquiryActions({ inquiry, refresh }: InquiryActionsProps) {
  const dialog = useAddressDialog(['reply', 'draft']);
  const canConvert = inquiry.moves.includes('CONVERTED') && !inquiry.listing;
  const shown = dialog.shown === 'draft' && !canConvert ? undefined : dialog.shown;
  const seen = useSeen(shown);
  const dialogProps = (name: 'reply' | 'draft') => ({
    inquiry,
    refresh,
    isOpen: shown === name,
    onClose: dialog.close,
    focusAfter: () =>
      document.getElementById(openerId(name)) ?? document.getElementById(openerId('reply')),
  });
  return (
    <Panel title="Next Step" icon="compass">
      <div className="cluster gap-3 wide-on-phones">
        <Button
          id={openerId('reply')}
          variant="main"
          aria-haspopup="dialog"
          onClick={() => dialog.open('reply')}
        >
          Reply by Mail
        </Button>
        {canConvert && inquiry.hasAccount && (
          <Button
            id={openerId('draft')}
            variant="contained"
            aria-haspopup="dialog"
            onClick={() => dialog.open('draft')}
          >
            Turn into a Listing Draft
          </Button>
        )}
      </div>
      {canConvert && !inquiry.hasAccount && (
        <p className="soft pretty">
          Whoever sent it has no account any more, so there is nobody to give a listing draft to.
        </p>
      )}
      <StatusButtons inquiry={inquiry} refresh={refresh} />
      <Suspense fallback={null}>
        {seen.includes('reply') && <ReplyDialog {...dialogProps('reply')} />}
        {seen.includes('draft') && <DraftDialog {...dialogProps('draft')} />}
      </Suspense>
    </Panel>
  );
}

function StatusButtons({ inquiry, refresh }: InquiryActionsProps) {
  const [setStatus] = useCommand<InquiryActionsStatusMutation>(graphql`
    mutation InquiryActionsStatusMutation($input: SetInquiryStatusInput!) {
      setInquiryStatus(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const change = async (status: InquiryStatus) => {
    const { databaseId: inquiryId, version, propertyName } = inquiry;
    // Reloaded after a conflict too, to show the current state.
    await setStatus({ input: { inquiryId, version, status } }).finally(refresh);
    return { title: `Marked as ${labelOf(status)}`, description: propertyName };
  };
  return (
    <div className="cluster gap-3 wide-on-phones" role="group" aria-label="Status">
      {inquiry.moves.map((status) => (
        <ActionButton
          key={status}
          variant="quiet"
          run={() => change(status)}
          failed="Status not changed"
          fallback="The status could not be changed. Please try again"
        >
          Mark as {labelOf(status)}
        </ActionButton>
      ))}
    </div>
  );
}

const labelOf = (status: InquiryStatus): string => inquiryStatuses[status]?.label ?? status;
