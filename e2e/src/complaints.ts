import type { Browser, BrowserContext } from '@playwright/test';

const aboutPolicy = /Content Security Policy|TrustedHTML|TrustedScript|securitypolicyviolation/i;

/**
 * Collects what pages complain about, in this context and in each that the test opens beside it: violations of the
 * Content-Security-Policy, told by the browser or by the page's own events, and errors that nobody caught.
 */
export function collectComplaints(browser: Browser, context: BrowserContext): string[] {
  const complaints: string[] = [];
  const watch = (watched: BrowserContext) => {
    void watched.addInitScript(tellViolations);
    watched.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
    watched.on('console', (message) => {
      const { url, lineNumber } = message.location();
      if (aboutPolicy.test(message.text()))
        complaints.push(`${message.text()} at ${url}:${lineNumber}`);
    });
  };
  watch(context);
  browser.on('context', watch);
  context.on('close', () => browser.off('context', watch));
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
