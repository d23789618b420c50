import { pathTo } from '../../../platform/links.ts';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import type { SchemaCheck } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

/** Lists the objects that do not match a schema. */
export function BreakingObjects({
  partitionId,
  breaking: { count, checked, total, objects },
}: {
  partitionId: string;
  breaking: SchemaCheck['breaking'];
}) {
  const t = useTypeTexts();
  const serviceText = useServiceText();
  return (
    <section className={classes.breaking} aria-label={t.checkedTitle}>
      <p>
        <strong>{count === 0 ? t.noneBreak(checked) : t.someBreak(count, checked)}</strong>{' '}
        {total > checked && t.onlyNewest(checked, total)}{' '}
        {count > objects.length && t.firstShown(objects.length)}
      </p>
      {objects.length > 0 && (
        <ul className={classes.objects}>
          {objects.map(({ id, title, fields }) => (
            <li key={id}>
              <PathLink
                to={pathTo('v1-partitions-partitionId-objects-objectId', {
                  partitionId,
                  objectId: id,
                })}
                target="_blank"
              >
                {shownName(title, id)}
              </PathLink>
              <ul>
                {fields.map(({ path, ...wrong }) => (
                  <li key={`${path} ${wrong.message}`}>
                    <code>{path || t.whole}</code> {serviceText(wrong)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
