/** What became of the draft on the server. */
export type DraftStatus = 'none' | 'saving' | 'saved' | 'failed' | 'conflict';

/** What a call that saves answers: the version that is kept now, or that another window was faster. */
export type SaveAnswer = { version: number } | 'conflict';

interface DraftSaverOptions<Values> {
  /** Of the draft that was read; 0 where there is none. */
  version: number;
  save: (values: Values, version: number) => Promise<SaveAnswer>;
  onStatus: (status: DraftStatus) => void;
}

export interface DraftSaver<Values> {
  /** Saves these values once nothing has changed for a moment. */
  keep: (values: Values) => void;
  /** Saves what waits at once. */
  flush: () => void;
  /** Saves nothing more for now, and resolves when what was under way is over. */
  stop: () => Promise<void>;
  /** Saves again, since the draft is still wanted. */
  resume: () => void;
  /** There is no draft any more, and the next values make a new one. */
  restart: () => void;
}

/** Milliseconds without a change before a draft is saved. */
const pause = 700;

/** Milliseconds before the next try, where one came to nothing. */
const retryPause = 5_000;

/** Keeps a draft on the server: the latest values, one call at a time. */
export function createDraftSaver<Values>(options: DraftSaverOptions<Values>): DraftSaver<Values> {
  const { save, onStatus } = options;
  let { version } = options;
  let waiting: Values | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let isStopped = false;

  const run = async (values: Values) => {
    onStatus('saving');
    try {
      const answer = await save(values, version);
      if (answer === 'conflict') {
        isStopped = true;
        onStatus('conflict');
        return;
      }
      ({ version } = answer);
      if (waiting === undefined) onStatus('saved');
    } catch {
      waiting ??= values;
      if (isStopped) return;
      onStatus('failed');
      schedule(retryPause);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    if (waiting === undefined || underWay || isStopped) return;
    const values = waiting;
    waiting = undefined;
    underWay = run(values).finally(() => {
      underWay = undefined;
      if (waiting !== undefined && timer === undefined) schedule(0);
    });
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, delay);
  };

  return {
    flush,
    keep: (values) => {
      if (isStopped) return;
      waiting = values;
      schedule(pause);
    },
    stop: async () => {
      isStopped = true;
      waiting = undefined;
      clearTimeout(timer);
      timer = undefined;
      await underWay;
    },
    resume: () => {
      isStopped = false;
    },
    restart: () => {
      isStopped = false;
      version = 0;
      waiting = undefined;
      onStatus('none');
    },
  };
}
