// Loaded into the service by `node --import`: its machine's clock, off by the milliseconds in the file CLOCK_SHIFT_FILE.
import { readFileSync } from "node:fs";

const RealDate = Date;
const read = () => Number(readFileSync(process.env.CLOCK_SHIFT_FILE, "utf8"));
let shift = read();
setInterval(() => {
  shift = read();
}, 50).unref();

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(RealDate.now() + shift);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
