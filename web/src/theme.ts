import { useEffect, useLayoutEffect, useState } from "react";

const KEY = "merit-theme";
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

const system = matchMedia("(prefers-color-scheme: dark)");

const preferred = (): Theme => {
  const stored = localStorage.getItem(KEY);
  if (stored === "light" || stored === "dark") return stored;
  return system.matches ? "dark" : "light";
};

/** Dark or light: the system's choice until somebody makes another one. */
export function useTheme(): { theme: Theme; toggle(): void } {
  const [theme, setTheme] = useState(preferred);
  // Before the browser draws the page, which it would otherwise do once more in the right colours.
  useLayoutEffect(() => {
    for (const name of themes) document.documentElement.classList.toggle(`sds-theme-${name}`, name === theme);
    document.documentElement.style.colorScheme = theme;
  }, [theme]);
  useEffect(() => {
    const follow = () => setTheme(preferred());
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  const toggle = () => {
    const next = theme === "light" ? "dark" : "light";
    localStorage.setItem(KEY, next);
    setTheme(next);
  };
  return { theme, toggle };
}
