// Presentation mode: large type, and only what is talked about; keys do everything.
import { useEffect, useState } from "../vendor/preact.js";
import { useKeys } from "../keys.js";

/** @returns {[boolean, (on: boolean) => void]} */
export function usePresentation() {
  const [on, present] = useState(false);
  useEffect(() => {
    document.documentElement.classList.toggle("presents", on);
    if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // the browser may refuse: large type is enough
    else if (document.fullscreenElement) document.exitFullscreen();
    return () => document.documentElement.classList.remove("presents");
  }, [on]);
  useEffect(() => {
    const left = () => document.fullscreenElement || present(false);
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, []);
  useKeys([
    { keys: "p", does: "Presentation on or off", act: () => present(!on) },
    ...(on ? [{ keys: "Escape", does: "Leave the presentation", act: () => present(false) }] : []),
  ], "Presentation");
  return [on, present];
}
