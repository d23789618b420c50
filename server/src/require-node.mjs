// Ends with a clear message on a Node that is too old. Imported before all that does not load there, by the program and by
// the scripts.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `annals: Node 20.19 or newer is needed; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}
