import { formatCount } from '#common/numbers.ts';
import styles from './ImportDialog.module.css';
import type { Progress } from './ImportDialog.tsx';

interface ImportProblemsProps {
  problems: Progress['problems'];
}

/** Further lines are only counted. */
const mostShown = 200;

export function ImportProblems({ problems }: ImportProblemsProps) {
  const more = problems.length - mostShown;
  return (
    // It scrolls, so the keyboard must reach it.
    <section
      className={`scroll-y framed rounded on-paper ${styles.problems}`}
      aria-label="Lines that cannot be imported"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <ul>
        {problems.slice(0, mostShown).map(({ line, name, messages }) => (
          <li key={line}>
            <strong>Line {formatCount(line)}</strong>
            {name !== '' && ` · ${name}`}
            <span>{messages.join('. ')}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {formatCount(more)} more. Mend these, and choose the file again.</p>}
    </section>
  );
}
