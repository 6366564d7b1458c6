import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { optionsOf } from '#web/ui/forms/fields/Select.tsx';
import { useRef } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './ProviderDialog.module.css';
import type { Pair, PairErrors } from './providerForms.ts';

interface PairRowsProps {
  title: string;
  hint: string;
  labels: { of: string; at: string };
  /** Choices for the first text; without choices, any text is allowed. */
  choices?: readonly { value: string; label: string }[];
  noun: string;
  pairs: readonly Pair[];
  errors: PairErrors;
  onChange: (pairs: readonly Pair[]) => void;
}

export function PairRows(props: PairRowsProps) {
  const { title, hint, labels, choices, noun, pairs, errors, onChange } = props;
  const Of = choices ? ChoiceField : TextField;
  const frame = useRef<HTMLFieldSetElement>(null);
  const change = (key: number, changes: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)));
  const add = () => {
    const free = choices?.find(({ value }) => !pairs.some(({ of }) => of === value));
    const key = Math.max(0, ...pairs.map((pair) => pair.key)) + 1;
    onChange([...pairs, { key, of: free?.value ?? '', at: '' }]);
  };
  const remove = (key: number) => {
    onChange(pairs.filter((pair) => pair.key !== key));
    // The focused button is gone.
    frame.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={frame} className={styles.pairs}>
      <legend>{title}</legend>
      <p className="soft text-15-5 pretty">{hint}</p>
      {pairs.map(({ key, of, at }, index) => {
        const error = errors[key];
        const number = index + 1;
        return (
          <div key={key} className={`stack gap-2 at-top full ${styles.pair}`}>
            <Of
              value={of}
              label={labels.of}
              error={error !== undefined}
              onChange={({ target }) => change(key, { of: target.value })}
            >
              {choices && optionsOf(choices)}
            </Of>
            <TextField
              value={at}
              label={labels.at}
              error={error !== undefined}
              helperText={error}
              onChange={({ target }) => change(key, { at: target.value })}
            />
            <IconButton aria-label={`Remove ${noun} ${number}`} onClick={() => remove(key)}>
              <Icon name="trash" />
            </IconButton>
          </div>
        );
      })}
      <Button data-add variant="quiet" startIcon={<Icon name="plus" size={18} />} onClick={add}>
        Add {noun}
      </Button>
    </fieldset>
  );
}
