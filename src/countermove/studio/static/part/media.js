// What the window is like, for what a style sheet alone cannot arrange.
import { useEffect, useState } from "../vendor/preact.js";

/** Windows in which what stands beside a tree otherwise stands below it; the style sheets break there, too. */
export const STACKED = "(width < 1000px)";

/** Whether the window is like this. @param {string} wanted */
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
