import { Button } from '../ui/basics/Button.tsx';
import { useState } from 'react';

export function Stale({ onLoad }: { onLoad: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false);
  const load = () => {
    setIsLoading(true);
    void onLoad().finally(() => setIsLoading(false));
  };
  return (
    <Button variant="quiet" aria-busy={isLoading} onClick={load}>
      {isLoading ? 'Loading…' : 'Load the Latest Version'}
    </Button>
  );
}
