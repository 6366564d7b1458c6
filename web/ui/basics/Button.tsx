import type { ComponentProps, ReactNode } from 'react';

export interface ButtonLook {
  /** 'main' is contained in the second color, 'quiet' outlined in the color of the text around it. */
  variant?: 'text' | 'outlined' | 'contained' | 'main' | 'quiet';
  color?: 'primary' | 'secondary' | 'error' | 'inherit';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  startIcon?: ReactNode;
  endIcon?: ReactNode;
}

export type ButtonProps = ButtonLook & Omit<ComponentProps<'button'>, 'color'>;

export function Button(props: ButtonProps) {
  return <button type="button" {...lookLikeButton(props)} />;
}

const mixed: Partial<Record<string, string>> = {
  main: 'contained secondary',
  quiet: 'outlined inherit',
};

interface Styled extends ButtonLook {
  className?: string | undefined;
  children?: ReactNode;
}

export function lookLikeButton<TProps extends Styled>(props: TProps) {
  const { variant, color, size, fullWidth, startIcon, endIcon, className, children, ...rest } =
    props;
  const look = variant && (mixed[variant] ?? variant);
  const classes = ['button', look, color, size, fullWidth && 'wide', className];
  return {
    ...rest,
    className: classes.filter(Boolean).join(' '),
    children: (
      <>
        {startIcon && <span className="startIcon">{startIcon}</span>}
        {children}
        {endIcon && <span className="endIcon">{endIcon}</span>}
      </>
    ),
  };
}
