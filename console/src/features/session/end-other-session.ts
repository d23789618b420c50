import { endSession } from '@annals/contracts/session';
import { call } from '../../api/call.ts';
import { removeSession } from '../../api/session.ts';

/** Ends the session of another person who has signed in while this page was open. */
export async function endOtherSession(): Promise<void> {
  try {
    await call(endSession, {}, { whileInterrupted: true, ofAnyone: true });
  } catch {
    // The session ends in this browser in any case.
  }
  removeSession();
}
