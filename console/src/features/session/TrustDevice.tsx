import { Checkbox } from '@mantine/core';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import classes from './SecondFactor.module.css';

interface TrustDeviceProps {
  /** Undefined if no device can be trusted. */
  days: number | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Offers to ask for no second factor on this device for some days, where the sign-in rules allow it. */
export function TrustDevice({ days, checked, onChange }: TrustDeviceProps) {
  const t = useSecondFactorTexts();
  if (days === undefined) return null;
  return (
    <Checkbox
      className={classes.trust}
      label={t.trustDevice(days)}
      description={t.trustDeviceHint}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
