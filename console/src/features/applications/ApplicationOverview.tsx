import type { Application } from '@annals/contracts/applications';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useRoleWords } from '../../shared/permissions/role-words.ts';
import { Facts } from '../../shared/states/Facts.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './ApplicationPage.module.css';
import { ApplicationTokens } from './ApplicationTokens.tsx';
import { useApplicationTexts } from './applications.texts.ts';

interface ApplicationOverviewProps {
  application: Application;
  mayWrite: boolean;
}

export function ApplicationOverview({ application, mayWrite }: ApplicationOverviewProps) {
  const t = useApplicationTexts();
  const wordsOf = useRoleWords();
  const { organizationalUnit: unit, roles = [] } = application;
  return (
    <div className={classes.panels}>
      <Panel title={t.details}>
        <Facts
          facts={[
            [t.description, application.description],
            [
              t.unit,
              unit ? (
                <PathLink
                  key="unit"
                  to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}
                >
                  {unit.name ?? shortenId(unit.id)}
                </PathLink>
              ) : (
                t.noUnit
              ),
            ],
            [t.roles, roles.map((role) => wordsOf({ name: role }).name).join(', ')],
            [t.created, <Moment key="created" value={application.createdDate} />],
            [
              t.lastUsed,
              application.lastUsedDate === null ? (
                t.never
              ) : (
                <Moment key="used" value={application.lastUsedDate} />
              ),
            ],
          ]}
        />
      </Panel>
      <ApplicationTokens application={application} mayWrite={mayWrite} />
    </div>
  );
}
