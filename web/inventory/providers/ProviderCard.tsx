import { Button } from '#web/ui/basics/Button.tsx';
import { useId, useState } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { RowActions } from '#web/admin/table/RowActions.tsx';
import type { Table } from '#web/admin/table/useTable.ts';
import { Age } from '#web/admin/Age.tsx';
import type { Provider } from '../provider.ts';
import { OutcomeIcon } from '../runs/OutcomeIcon.tsx';
import styles from './ProviderCard.module.css';
import { kindWords, outcomeOf, outcomeWords } from '../runs/runWords.ts';
import { nextRun, scheduleInWords } from './schedule.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

interface ProviderCardProps {
  provider: Provider;
  isChosen: boolean;
  onChoose: () => void;
  opener: Table['opener'];
}

export function ProviderCard({ provider, isChosen, onChoose, opener }: ProviderCardProps) {
  const { databaseId, name, kind, isEnabled, listingCount, lastSync, lastSuccessAt } = provider;
  const factsId = useId();
  return (
    <div className={styles.card} data-chosen={isChosen} data-off={!isEnabled}>
      <label className={styles.pick}>
        <input
          type="radio"
          name="provider"
          value={databaseId}
          checked={isChosen}
          disabled={!isEnabled}
          aria-describedby={factsId}
          onChange={onChoose}
        />
        <span className="shrink breaks">{name}</span>
      </label>
      <div id={factsId} className={`stack gap-3 ${styles.facts}`}>
        <p className="cluster gap-2">
          <StatusBadge status={{ tone: 'quiet', label: kindWords[kind] ?? kind }} />
          {!isEnabled && <StatusBadge status={{ tone: 'open', label: 'Off' }} />}
        </p>
        <ul>
          <li className={styles.fact}>
            <Icon name="beach" size={18} />
            {kind === 'ICALENDAR'
              ? plural(provider.calendars.length, 'calendar')
              : plural(listingCount, 'listing')}
          </li>
          <li className={styles.fact}>
            <Icon name={lastSuccessAt ? 'check' : 'minus'} size={18} />
            {lastSuccessAt ? (
              <span>
                Last success <Age instant={lastSuccessAt} />
              </span>
            ) : (
              'No success yet'
            )}
          </li>
          {lastSync && (outcomeOf(lastSync) === 'failure' || outcomeOf(lastSync) === 'warning') && (
            <li className={`${styles.fact} ${styles.last}`}>
              <OutcomeIcon outcome={outcomeOf(lastSync)} size={18} />
              <span>
                {outcomeOf(lastSync) === 'warning'
                  ? `Last sync: ${plural(lastSync.failed, 'error')}`
                  : (lastSync.message ?? `Last sync: ${outcomeWords.failure.toLowerCase()}`)}
              </span>
            </li>
          )}
          <li className={styles.fact}>
            <Icon name="retry" size={18} />
            <Schedule schedule={isEnabled ? provider.schedule : null} />
          </li>
        </ul>
      </div>
      <div className={`row wrap gap-1 to-end relative ${styles.actions}`}>
        {isEnabled && listingCount > 0 && (
          <Button
            {...opener('withdraw', databaseId)}
            color="inherit"
            aria-label={`Withdraw the weeks of ${name}`}
          >
            Withdraw Weeks
          </Button>
        )}
        <RowActions name={name} id={databaseId} opener={opener} actions={['edit', 'delete']} />
      </div>
    </div>
  );
}

function Schedule({ schedule }: { schedule: string | null | undefined }) {
  // The relative time changes between rendering on the server and in the browser.
  const isHydrated = useHydrated();
  const [now] = useState(Date.now);
  const next = isHydrated && schedule ? nextRun(schedule, now) : undefined;
  return (
    <span>
      {scheduleInWords(schedule ?? '')}
      {next && (
        <span className="block quiet">
          Next: <LocalTime instant={next.toISOString()} />
        </span>
      )}
    </span>
  );
}
