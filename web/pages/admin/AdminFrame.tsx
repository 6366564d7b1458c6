import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../components/Icon.tsx';
import styles from './AdminFrame.module.css';
import { adminSections } from './adminSections.ts';

interface AdminFrameProps {
  title: string;
  /** One sentence under the title. */
  subtitle?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every admin screen: its sections at the side, a heading, and the screen. */
export function AdminFrame({ title, subtitle, actions, children }: AdminFrameProps) {
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <nav className={styles.sections} aria-label="Administration">
        <ul>
          {adminSections.map(({ label, path, icon }) => (
            <li key={path}>
              <Link to={path} aria-current={isWithin(pathname, path) ? 'page' : undefined}>
                <Icon name={icon} size={20} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.screen}>
        <header className={styles.heading}>
          <div>
            <h1>{title}</h1>
            {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`));
