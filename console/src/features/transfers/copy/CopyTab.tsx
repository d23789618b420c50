import classes from '../Transfers.module.css';
import { CopyForm } from './CopyForm.tsx';
import { Reindex } from './Reindex.tsx';

/** What the service does within itself: copies between partitions, and search indexes. */
export function CopyTab() {
  return (
    <div className={classes.panels}>
      <CopyForm />
      <Reindex />
    </div>
  );
}
