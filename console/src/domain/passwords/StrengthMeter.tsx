import { minimalPasswordLength } from '@annals/contracts/sign-in';
import classes from './StrengthMeter.module.css';
import { usePasswordTexts } from './password.texts.ts';

interface StrengthMeterProps {
  password: string;
  /** The field says what is wrong with the password; there are not two verdicts about one password. */
  refused: boolean;
}

export function StrengthMeter({ password, refused }: StrengthMeterProps) {
  const t = usePasswordTexts();
  const strength = passwordStrength(password);
  const isJudged = password !== '' && !refused;
  const reached = isJudged ? strengths.indexOf(strength) + 1 : 0;
  return (
    <div className={classes.meter}>
      <div className={classes.bars} aria-hidden="true">
        {strengths.map((step, index) => (
          <span key={step} data-reached={index < reached} />
        ))}
      </div>
      <span className={classes.words} aria-live="polite">
        {isJudged && t.strengthIs(t.strength[strength])}
      </span>
    </div>
  );
}

const strengths = ['weak', 'fair', 'good', 'strong'] as const;
type Strength = (typeof strengths)[number];

/** Based on length, which matters most for a user's password; repeated characters add little. */
function passwordStrength(password: string): Strength {
  const characters = Array.from(password);
  const fresh = characters.filter((character, index) => character !== characters[index - 1]);
  const varied = Math.min(fresh.length, new Set(characters).size * 3);
  if (characters.length < minimalPasswordLength || varied < minimalPasswordLength) return 'weak';
  if (varied < 16) return 'fair';
  return varied < 20 ? 'good' : 'strong';
}
