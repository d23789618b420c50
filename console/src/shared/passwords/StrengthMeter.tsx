import { passwordStrength, strengths } from './password-strength.ts';
import classes from './StrengthMeter.module.css';
import { usePasswordTexts } from './password.texts.ts';

export function StrengthMeter({ password }: { password: string }) {
  const t = usePasswordTexts();
  const strength = passwordStrength(password);
  const reached = password === '' ? 0 : strengths.indexOf(strength) + 1;
  return (
    <div className={classes.meter}>
      <div className={classes.bars} aria-hidden="true">
        {strengths.map((step, index) => (
          <span key={step} data-reached={index < reached} />
        ))}
      </div>
      <span className={classes.words} aria-live="polite">
        {password !== '' && t.strengthIs(t.strength[strength])}
      </span>
    </div>
  );
}
