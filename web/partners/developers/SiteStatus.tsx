import { useState } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';

export function SiteStatus() {
  const [words, setWords] = useState('');
  const check = async () => {
    setWords('Asking…');
    const answer = await fetch('/readyz').catch(() => undefined);
    setWords(
      answer?.ok
        ? 'The API is up.'
        : 'The API is not ready. Try again in a minute, as Retry-After of its answers says.',
    );
  };
  return (
    <>
      <p>
        <a href="/readyz">/readyz</a> answers 200 while the API can reach its data, and 503
        otherwise.
      </p>
      <p role="status">{words}</p>
      <div>
        <Button variant="quiet" onClick={() => void check()}>
          Check Now
        </Button>
      </div>
    </>
  );
}
