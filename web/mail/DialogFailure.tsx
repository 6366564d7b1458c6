import { Button } from '../ui/basics/Button.tsx';
import { FormFailure } from '../ui/forms/FormFailure.tsx';
import { takeFocus } from '../ui/dialogs/takeFocus.ts';

interface DialogFailureProps {
  onRetry: () => void;
}

export function DialogFailure({ onRetry }: DialogFailureProps) {
  return (
    <div className="stack gap-3 shrink">
      <FormFailure message="The message could not be loaded." />
      <Button ref={takeFocus} variant="outlined" color="inherit" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
