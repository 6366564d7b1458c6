import { Suspense } from 'react';
import { FailureBoundary } from '../page/FailureBoundary.tsx';
import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { DialogFailure } from './DialogFailure.tsx';
import { MailSample } from './MailSample.tsx';

interface MailSampleDialogProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function MailSampleDialog({ name, ...dialog }: MailSampleDialogProps) {
  return (
    <FormDialog title="Template" isWide {...dialog}>
      <FailureBoundary fallback={(retry) => <DialogFailure onRetry={retry} />}>
        {(attempt) => (
          <Suspense fallback={<Skeleton height="60vh" radius="14px" />}>
            <div className="stack gap-3 shrink">
              <p className="quiet regular">With sample data. Links lead nowhere here.</p>
              <MailSample name={name} attempt={attempt} />
            </div>
          </Suspense>
        )}
      </FailureBoundary>
    </FormDialog>
  );
}
