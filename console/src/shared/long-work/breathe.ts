/** How long work may hold the page in one go: shorter than a frame. */
export const sliceMs = 12;

/** Lets the browser paint and answer before the work goes on. A timer would wait longer, and seconds in a hidden tab. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
