import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { useGridTexts } from './grid.texts.ts';
import { NotSaved } from './useSaveRows.ts';
import classes from './Grid.module.css';

/** Why the changes were not saved; what the rows themselves show is only pointed at. */
export function SaveError({ error, mustLookAt }: { error: unknown; mustLookAt: boolean }) {
  const t = useGridTexts();
  if (!(error instanceof NotSaved)) return null;
  const { written, cause } = error;
  if (!mustLookAt)
    return <ErrorPanel title={written === 0 ? t.notSaved : t.someSaved(written)} error={cause} />;
  return (
    <p role="alert" className={classes.problem}>
      {written > 0 && `${t.someSaved(written)}. `}
      {t.refused}
    </p>
  );
}
