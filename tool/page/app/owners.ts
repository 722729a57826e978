import type { FindOwner } from "../../shared/reading/verdict.ts";

let findOwner: FindOwner | undefined;
let isLoading = false;

/** Returns the look-up in the Public Suffix List, or begins to load it; `ready` is called when it is there. Without it the answer says so. */
export function loadOwners(ready: () => void): FindOwner | undefined {
  if (findOwner !== undefined || isLoading) return findOwner;
  isLoading = true;
  void import("../../shared/reading/owner.ts").then(
    (module) => {
      ({ findOwner } = module);
      ready();
    },
    // Offline, the next answer tries again.
    () => (isLoading = false),
  );
  return undefined;
}
