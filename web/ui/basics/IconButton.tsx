import type { ComponentProps } from 'react';

export function IconButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={className ? `iconButton ${className}` : 'iconButton'}
      {...rest}
    />
  );
}
