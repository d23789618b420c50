import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './ResponsiveButton.module.css';

interface ResponsiveButtonProps
  extends
    Omit<ButtonProps, 'leftSection' | 'rightSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ReactNode;
  /** The label; at 480 px and below, it is only an accessible name and a tooltip. */
  children: string;
}

/** A button with an icon that shrinks to the icon on small screens (specification 9). */
export function ResponsiveButton({ icon, children, ...rest }: ResponsiveButtonProps) {
  return (
    <Button title={children} {...rest} leftSection={icon} classNames={classes}>
      <span className={classes.words}>{children}</span>
    </Button>
  );
}
