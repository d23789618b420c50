/** Lets the browser paint and respond. A timer would wait longer, and seconds in a hidden tab. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });

/** How long work may block the page at a time, in milliseconds: shorter than a frame. */
export const sliceMs = 12;
