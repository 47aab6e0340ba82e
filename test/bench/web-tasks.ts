import type { Page } from "playwright-core";

/** A script for a page: notes each task of more than 50 ms, during which the page answers nobody. */
export const LONG_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ duration, end: startTime + duration });
  }).observe({ type: "longtask", buffered: true });
`;

/** The longest task since the last call, in milliseconds, and how many were long; 0 if none was. */
export const takeLongTasks = (page: Page): Promise<{ count: number; longest: number }> =>
  page.evaluate(`(() => {
    const durations = longTasks.splice(0).map(({ duration }) => duration);
    return { count: durations.length, longest: Math.max(0, ...durations) };
  })()`);
