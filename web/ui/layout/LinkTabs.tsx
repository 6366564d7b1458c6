import Tab from '@mui/material/Tab';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Tabs } from '../material/Tabs.ts';

interface LinkTabsProps<TName extends string> {
  label: string;
  tabs: readonly { readonly name: TName; readonly label: string; readonly to: string }[];
  current: TName;
  className?: string | undefined;
  panelClassName?: string | undefined;
  /** Scrolls where the tabs do not fit, instead of sharing the width. */
  isScrollable?: boolean;
  children: ReactNode;
}

/** Tabs whose current one is in the URL. */
export function LinkTabs<TName extends string>(props: LinkTabsProps<TName>) {
  const { label, tabs, current, className, panelClassName, isScrollable, children } = props;
  return (
    <>
      <Tabs
        className={className}
        value={current}
        {...(isScrollable
          ? { variant: 'scrollable', scrollButtons: false }
          : { variant: 'fullWidth' })}
        aria-label={label}
      >
        {tabs.map(({ name, label: words, to }) => (
          <Tab
            key={name}
            id={`tab-${name}`}
            value={name}
            label={words}
            aria-controls={panelId}
            component={Link}
            to={to}
            replace
            preventScrollReset
          />
        ))}
      </Tabs>
      <div
        id={panelId}
        className={panelClassName}
        role="tabpanel"
        aria-labelledby={`tab-${current}`}
      >
        {children}
      </div>
    </>
  );
}

const panelId = 'tab-panel';
