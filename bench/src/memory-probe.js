// Loaded into the measured program: tells how much of the heap is in use when it is asked.
// Its worker threads load it as well, and have no channel.
if (process.channel) {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
  });
  process.channel.unref();
}
