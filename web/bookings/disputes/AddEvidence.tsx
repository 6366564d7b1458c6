import { lazy, Suspense } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useLast } from '#web/ui/basics/useLast.ts';

const EvidenceDialog = lazy(() => import('./EvidenceDialog.tsx'));

const dialogs = [
  { name: 'statement', label: 'Add a Statement' },
  { name: 'file', label: 'Add a File' },
] as const;

export function AddEvidence({ bookingId }: { bookingId: string }) {
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
          variant="quiet"
          onClick={() => open(name)}
        >
          {label}
        </Button>
      ))}
      {last && (
        <Suspense fallback={null}>
          <EvidenceDialog
            key={last.name}
            name={last.name}
            title={last.label}
            bookingId={bookingId}
            isOpen={shown === last.name}
            onClose={close}
            focusAfter={() => document.querySelector<HTMLElement>(`[data-opens="${last.name}"]`)}
          />
        </Suspense>
      )}
    </div>
  );
}
