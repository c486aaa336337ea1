// Light or dark, before the first paint: the last choice, else the system setting. A plain script, because it must run
// before the page is drawn.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // storage may be disabled
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
