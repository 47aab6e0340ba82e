import type { ReactNode } from "react";

export interface Bar {
  /** Names the bar in full, and in short for below it. */
  title: string;
  short: string;
  value: number;
  /** The value as it is read. */
  text: string;
}

/** Bars side by side, and the same as a table for screen readers. */
export function BarChart({
  caption,
  heads,
  bars,
}: {
  caption: string;
  heads: [string, string];
  bars: Bar[];
}): ReactNode {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <figure className="chart">
      <div className="bars" aria-hidden="true">
        {bars.map(({ title, short, value, text }) => (
          <div key={title} title={`${title}: ${text}`}>
            <span className="bar" style={{ height: highest > 0 ? `${(value / highest) * 100}%` : 0 }} />
            <small>{short}</small>
          </div>
        ))}
      </div>
      <div className="hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ title, text }) => (
              <tr key={title}>
                <td>{title}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
