// The measure of every bar for time: a loop in the same process, in the same rounds. A slower or busier machine moves both sides.

const MB = 1 << 20;

/**
 * The calibration loop: it reads each unit, makes a small object for every eighth one, and writes a text of the same length. It
 * stands for what a function over a text does at least, in an engine with a collector.
 */
export function calibrate(text) {
  return () => {
    const units = new Uint16Array(text.length);
    const issues = [];
    for (let i = 0; i < text.length; i++) {
      units[i] = text.charCodeAt(i) ^ 1;
      if ((i & 7) === 0) issues.push({ code: "malformed-escape", index: i, length: 1 });
    }
    let value = "";
    for (let i = 0; i < units.length; i += 0x1000) value += String.fromCharCode(...units.subarray(i, i + 0x1000));
    return value.length + issues.length;
  };
}

/** The text of the calibration loop, in one stretch of memory. */
export function calibrationText(length = MB) {
  const text = "a".repeat(length);
  text.charCodeAt(0);
  return text;
}

/** The time of a call in ms: processor time, or the elapsed time if that is less. Other programs do not count. */
export async function timeOf(action) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await action();
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** How often the time of the calibration loop over 1 MB an action takes: the best of some rounds of both. */
export async function calibratedTime(action, rounds = 20) {
  const loop = calibrate(calibrationText());
  const best = { action: Infinity, loop: Infinity };
  for (let round = 0; round < rounds; round++) {
    best.loop = Math.min(best.loop, await timeOf(loop));
    best.action = Math.min(best.action, await timeOf(action));
  }
  return best.action / best.loop;
}
