import type { ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';

interface OptionListProps<TOption> {
  /** The id of an option is this id, a dash and its index. */
  id: string;
  label: string;
  groups: readonly { name: string; label: string; icon: IconName }[];
  groupOf: (option: TOption) => string;
  /** In the order of their groups. */
  options: readonly TOption[];
  keyOf: (option: TOption) => string;
  active: number;
  onPoint: (index: number) => void;
  onChoose: (option: TOption) => void;
  /** With `list`, `group` and `option`. */
  classes: CSSModuleClasses;
  children: (option: TOption) => ReactNode;
}

/** Options in groups, below a box that handles the keys: it keeps the focus and names the active option. */
export function OptionList<TOption>(props: OptionListProps<TOption>) {
  const { id, label, groups, groupOf, options, keyOf, active, onPoint, onChoose, classes } = props;
  return (
    <div id={id} role="listbox" aria-label={label} className={`options ${classes.list}`}>
      {groups.map((group) => {
        const own = options.filter((option) => groupOf(option) === group.name);
        const labelId = `${id}-${group.name}`;
        return (
          own.length > 0 && (
            <div key={group.name} role="group" aria-labelledby={labelId}>
              <p
                id={labelId}
                className={`soft text-13 semibold ${classes.group}`}
                role="presentation"
              >
                {group.label}
              </p>
              {own.map((option) => {
                const index = options.indexOf(option);
                return (
                  // The field handles keys: it keeps the focus and names the active option.
                  // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={keyOf(option)}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    className={classes.option}
                    onPointerMove={() => onPoint(index)}
                    // The box must not lose the focus before the click.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onChoose(option)}
                  >
                    <Icon name={group.icon} size={20} />
                    {props.children(option)}
                  </div>
                );
              })}
            </div>
          )
        );
      })}
    </div>
  );
}
