import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { AddEvidence_booking$key } from '#web/__generated__/AddEvidence_booking.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useLast } from '#web/ui/basics/useLast.ts';

const FormDialog = lazy(() =>
  import('#web/ui/dialogs/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
);
const EvidenceForm = lazy(() =>
  import('./EvidenceForm.tsx').then((module) => ({ default: module.EvidenceForm })),
);
const EvidenceUpload = lazy(() =>
  import('./EvidenceUpload.tsx').then((module) => ({ default: module.EvidenceUpload })),
);

const dialogs = [
  { name: 'statement', label: 'Add a Statement', Content: EvidenceForm },
  { name: 'file', label: 'Add a File', Content: EvidenceUpload },
];

export function AddEvidence({ booking }: { booking: AddEvidence_booking$key }) {
  const { databaseId } = useFragment<AddEvidence_booking$key>(
    graphql`
      fragment AddEvidence_booking on Booking {
        databaseId
      }
    `,
    booking,
  );
  const { shown, open, close } = useAddressDialog(
    dialogs.map(({ name }) => name),
    'act',
  );
  // A closed dialog stays for its transition.
  const last = useLast(dialogs.find(({ name }) => name === shown));
  return (
    <div className="cluster gap-3 wide-on-phones">
      {dialogs.map(({ name, label }) => (
        <Button
          key={name}
          data-opens={name}
          aria-haspopup="dialog"
          variant="outlined"
          color="inherit"
          onClick={() => open(name)}
        >
          {label}
        </Button>
      ))}
      {last && (
        <Suspense fallback={null}>
          <FormDialog
            key={last.name}
            title={last.label}
            isOpen={shown === last.name}
            onClose={close}
            focusAfter={() => document.querySelector<HTMLElement>(`[data-opens="${last.name}"]`)}
          >
            <last.Content bookingId={databaseId} />
          </FormDialog>
        </Suspense>
      )}
    </div>
  );
}
