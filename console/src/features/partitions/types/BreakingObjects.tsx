import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useServiceText } from '../../../shared/service-messages/service-text.ts';
import type { Breaking } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

/** Which objects a schema would break, and where. */
export function BreakingObjects({
  partitionId,
  breaking: { count, checked, total, objects },
}: {
  partitionId: string;
  breaking: Breaking;
}) {
  const t = useTypeTexts();
  const said = useServiceText();
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
                {title ?? shortenId(id)}
              </PathLink>
              <ul>
                {fields.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <code>{path || t.whole}</code> {said(message)}
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
