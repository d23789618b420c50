import type { Browser, BrowserContext } from '@playwright/test';

const aboutPolicy = /Content Security Policy|TrustedHTML|TrustedScript|securitypolicyviolation/i;

/**
 * Collects what pages complain about, in this context and in each that the test opens beside it: violations of the
 * Content-Security-Policy, told by the browser or by the page's own events, and errors that nobody caught.
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
  // One that is closed before its page has taken the script shows nothing any more.
  const watchOpened = (opened: BrowserContext) => void watch(opened).catch(() => undefined);
  // Awaited, since a test that never looks at its page may end before the page has taken it.
  await watch(context);
  browser.on('context', watchOpened);
  context.on('close', () => browser.off('context', watchOpened));
  return complaints;
}

/** Runs in the page. Not every violation is written to the console, such as one within a frame. */
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(
      `securitypolicyviolation of ${event.effectiveDirective} by ${event.blockedURI} ${event.sample}`,
    ),
  );
}
