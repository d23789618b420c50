import { useQuery } from '@tanstack/react-query';
import { labelFor } from '../../ui/states/label-for.ts';
import { usePermissionTexts } from './permissions.texts.ts';
import { type RoleChange, type RoleEffect, roleEffects } from './role-effects.ts';
import { useRoleEffectTexts } from './role-effects.texts.ts';
import classes from './RoleEffects.module.css';
import { useRoleLabels } from './role-labels.ts';
import { rolesQuery } from './roles.queries.ts';

interface RoleEffectsProps extends RoleChange {
  /** The affected users if there are several: "All members". */
  who?: string | undefined;
}

/** Describes what a change of roles grants and removes, before it is saved. */
export function RoleEffects({ who, ...change }: RoleEffectsProps) {
  const t = useRoleEffectTexts();
  const sentences = useRoleEffectSentences()(change);
  return (
    <output className={classes.effects}>
      {who !== undefined && sentences.length > 0 && <span className={classes.who}>{who}</span>}
      {sentences.length > 0 && (
        <ul aria-label={t.effects}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </output>
  );
}

/** What the holders of a role gain and lose when its definition changes. */
export function PermissionEffects({
  gained,
  lost,
  ownUnitsOnly,
}: {
  gained: readonly string[];
  lost: readonly string[];
  ownUnitsOnly: boolean;
}) {
  const t = useRoleEffectTexts();
  const words = usePermissionTexts();
  const listOf = (permissions: readonly string[]) =>
    permissions.map((each) => t.inSentence(labelFor(words.permissions, each))).join(', ') +
    (ownUnitsOnly ? ` (${words.ownUnitsOnly})` : '');
  return (
    <output className={classes.effects}>
      {gained.length + lost.length > 0 && (
        <>
          <span className={classes.who}>{t.holders}</span>
          <ul aria-label={t.effects}>
            {gained.length > 0 && <li>{t.can(listOf(gained))}</li>}
            {lost.length > 0 && <li>{t.canNot(listOf(lost))}</li>}
          </ul>
        </>
      )}
    </output>
  );
}

/** The effects as sentences, for dialogs that list what they affect. */
export function useRoleEffectSentences(): (change: RoleChange) => string[] {
  const t = useRoleEffectTexts();
  const words = usePermissionTexts();
  const labelsOf = useRoleLabels();
  const { data } = useQuery(rolesQuery());
  const whatOf = (effect: RoleEffect, can: (list: string) => string, covered: string) => {
    const { permissions, isCovered, isWhole, ownUnitsOnly } = effect;
    if (permissions === undefined) return undefined;
    if (isCovered) return covered;
    if (permissions.length === 0) return t.nothingAlone;
    if (isWhole && can === t.can) return can(t.everything);
    const list = permissions.map((each) => t.inSentence(labelFor(words.permissions, each)));
    const shown = list.slice(0, maxShown);
    const rest = list.length - shown.length;
    const all = rest > 0 ? [...shown, t.more(rest)] : shown;
    return can(`${all.join(', ')}${ownUnitsOnly ? ` (${words.ownUnitsOnly})` : ''}`);
  };
  const sentence = (start: string, what: string | undefined) =>
    what === undefined ? start : `${start}: ${what}`;
  return (change) => {
    const { gains, losses } = roleEffects(data?.data ?? [], change);
    const nameOf = ({ role }: RoleEffect) => labelsOf({ name: role }).name;
    return [
      ...gains.map((each) => sentence(t.gains(nameOf(each)), whatOf(each, t.can, t.heldAlready))),
      ...losses.map((each) => sentence(t.loses(nameOf(each)), whatOf(each, t.canNot, t.staysHeld))),
    ];
  };
}

/** More would hide the important part. */
const maxShown = 5;
