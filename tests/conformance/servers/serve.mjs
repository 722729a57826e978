// Runs one server: prints its port, and ends when its standard input ends, so that it does not outlive the parent.
import { STARTERS } from "./frameworks.mjs";

const { port, stop } = await STARTERS[process.argv[2]]();
process.stdin.resume().on("end", async () => {
  setTimeout(() => process.exit(1), 2000).unref();
  await stop();
  process.exit(0);
});
console.log(port);
