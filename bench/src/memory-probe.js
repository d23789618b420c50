// Loaded into the measured program: reports the heap in use on request. Worker threads load it too, but have no
// channel.
if (process.channel) {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
  });
  process.channel.unref();
}
