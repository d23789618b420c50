import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type Capability, useCapability } from '../permissions/capabilities.ts';
import classes from './ResponsiveButton.module.css';

interface ResponsiveButtonProps
  extends
    Omit<ButtonProps, 'leftSection' | 'rightSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ReactNode;
  /** The label; at 480 px and below it is only announced and shown as a tooltip. */
  children: string;
  /** What the services must have for it: without, it is left out. */
  needs?: Capability;
}

/** A button with an icon that shrinks to the icon on small screens (specification 9), where the services have what it does. */
export function ResponsiveButton({ icon, children, needs, ...rest }: ResponsiveButtonProps) {
  const isOffered = useCapability(needs);
  if (!isOffered) return null;
  return (
    <Button title={children} {...rest} leftSection={icon} classNames={classes}>
      <span className={classes.words}>{children}</span>
    </Button>
  );
}
