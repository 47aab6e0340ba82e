import { Gauge, type GaugeConfiguration } from "prom-client";
import { DatabaseUnavailable } from "../../store/db/unavailable.ts";

/** A gauge that is read from the database. It has no value while the database can't be used: the other metrics say so. */
export function storedGauge<Label extends string>(
  configuration: Omit<GaugeConfiguration<Label>, "collect">,
  read: (gauge: Gauge<Label>) => Promise<void>,
): void {
  new Gauge<Label>({
    ...configuration,
    async collect() {
      try {
        await read(this);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        // Resetting one without labels would set it to 0.
        if (configuration.labelNames) this.reset();
        else this.remove();
      }
    },
  });
}
