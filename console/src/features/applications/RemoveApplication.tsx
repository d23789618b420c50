import { useRouter } from '@tanstack/react-router';
import { type Application, deleteApplication } from '@annals/contracts/applications';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { pathTo } from '../../shared/links.ts';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

interface RemoveApplicationProps {
  application: Application;
  onClose: () => void;
}

/** Deletes an application after its name is typed. */
export function RemoveApplication({ application, onClose }: RemoveApplicationProps) {
  const t = useApplicationTexts();
  const router = useRouter();
  const name = application.name ?? application.id;
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      touches={application.tokenCount ? [t.removeTouches(application.tokenCount)] : undefined}
      typeName={name}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteApplication, { params: { applicationId: application.id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        router.history.push(pathTo('v1-applications'));
        void invalidateApplications();
      }}
      onClose={onClose}
    />
  );
}
