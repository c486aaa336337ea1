// Light or dark, before the first paint: what was chosen last, else what the system says. A plain script, for it must
// run before the page is drawn.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // storage may be switched off
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
