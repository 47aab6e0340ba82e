// Random tests play the same values in each run, unless FAST_CHECK_SEED is given, as `npm run prove -- properties` does.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
