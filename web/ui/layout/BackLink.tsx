import { Link } from 'react-router-dom';
import { Icon } from '../basics/Icon.tsx';
import styles from './BackLink.module.css';

interface BackLinkProps {
  to: string;
  children: string;
}

export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.link}>
      <Icon name="arrowLeft" size={20} />
      {children}
    </Link>
  );
}
