import type { Browser, BrowserContext } from '@playwright/test';

const aboutPolicy = /Content Security Policy|TrustedHTML|TrustedScript|securitypolicyviolation/i;

/**
 * Collects what pages of this context, and of each context that the test opens, report: Content-Security-Policy
 * violations, from the console or from events of the page, and uncaught errors.
 */
export async function collectComplaints(
  browser: Browser,
  context: BrowserContext,
): Promise<string[]> {
  const complaints: string[] = [];
  const watch = async (watched: BrowserContext) => {
    watched.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
    watched.on('console', (message) => {
      const { url, lineNumber } = message.location();
      if (aboutPolicy.test(message.text()))
        complaints.push(`${message.text()} at ${url}:${lineNumber}`);
    });
    await watched.addInitScript(tellViolations);
  };
  // A context that is closed before its page has received the script has nothing to report.
  const watchOpened = (opened: BrowserContext) => void watch(opened).catch(() => undefined);
  // Awaited because a test that never uses its page may end before the page has received the script.
  await watch(context);
  browser.on('context', watchOpened);
  context.on('close', () => browser.off('context', watchOpened));
  return complaints;
}

/** Runs in the page. Some violations are not logged to the console, such as those within a frame. */
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(
      `securitypolicyviolation of ${event.effectiveDirective} by ${event.blockedURI} ${event.sample}`,
    ),
  );
}
