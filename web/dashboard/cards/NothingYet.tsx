import { Link } from 'react-router-dom';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import styles from '../DashboardPage.module.css';

interface NothingYetProps {
  icon: IconName;
  title: string;
  hint: string;
  way?: { label: string; to: string };
}

const browse = { label: 'Browse Resorts', to: '/search' };

export function NothingYet({ icon, title, hint, way = browse }: NothingYetProps) {
  return (
    <div className="row gap-4">
      <span className={styles.drawing} aria-hidden="true">
        <Icon name={icon} size={30} />
        <svg viewBox="0 0 76 24" className={`full absolute ${styles.wave}`}>
          <path d="M0 9c6.3-8 12.7-8 19 0s12.7 8 19 0 12.7-8 19 0 12.7 8 19 0v15H0z" />
        </svg>
      </span>
      <div>
        <p className="text-18 semibold">{title}</p>
        <p className="soft">{hint}</p>
        <Link className="inline target teal semibold" to={way.to}>
          {way.label}
        </Link>
      </div>
    </div>
  );
}
