// Time limits are multiples of a calibration loop that runs in the same process and rounds, so that they do not depend on
// the speed and load of the machine.

const MB = 1 << 20;

/**
 * Returns the calibration loop. It reads each unit, creates a small object for every eighth unit, and writes a string of the
 * same length: the least work that a function over a string does, including garbage collection.
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

/** Makes the text for the calibration loop. Reading a unit flattens the engine's rope into contiguous memory. */
export function calibrationText(length = MB) {
  const text = "a".repeat(length);
  text.charCodeAt(0);
  return text;
}

/** Returns the time of a call in ms: processor time, or elapsed time if that is less, so that other programs do not count. */
export async function measureTime(action) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await action();
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** Returns the time of an action as a multiple of the calibration loop over 1 MB. The best of the rounds counts for both. */
export async function calibratedTime(action, rounds = 20) {
  const loop = calibrate(calibrationText());
  const best = { action: Infinity, loop: Infinity };
  for (let round = 0; round < rounds; round++) {
    best.loop = Math.min(best.loop, await measureTime(loop));
    best.action = Math.min(best.action, await measureTime(action));
  }
  return best.action / best.loop;
}
