import type { ComponentProps } from 'react';
import './Button.css';

/** A round button with nothing but an icon. */
export function IconButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={className ? `iconButton ${className}` : 'iconButton'}
      {...rest}
    />
  );
}
