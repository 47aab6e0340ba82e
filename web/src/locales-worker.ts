// The first use of `Intl` reads all locales, for the whole process. `main.tsx` starts this worker, so that no page waits for it.
new Intl.NumberFormat();
new Intl.DateTimeFormat();
close();
