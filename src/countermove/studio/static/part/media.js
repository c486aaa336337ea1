// Media queries, for layouts that style sheets alone cannot arrange.
import { useEffect, useState } from "../vendor/preact.js";

/** Windows in which the tree's side panel is below it; the style sheets have the same breakpoint. */
export const STACKED = "(width < 1000px)";

/** Whether the window matches. @param {string} wanted */
export function useMedia(wanted) {
  const [fits, setFits] = useState(() => matchMedia(wanted).matches);
  useEffect(() => {
    const media = matchMedia(wanted);
    const changed = () => setFits(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [wanted]);
  return fits;
}
