// A steady stream of requests: sent at their time whether or not earlier ones are answered, so that a server that stops for a
// moment shows this in all requests of that moment.
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

export interface Latency {
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

export interface Load {
  stop(): Promise<Latency>;
}

/** A GET, or a POST if it has a body. */
export interface Call {
  url: string;
  body?: string;
}

/** @param next the call of this place in the stream, from 0 */
export function startLoad(
  next: (index: number) => Call,
  { headers, perSecond }: { headers: Record<string, string>; perSecond: number },
): Load {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const requests: Promise<number>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (requests.length < due) {
      const at = began + (requests.length * 1000) / perSecond;
      requests.push(latencyOf(next(requests.length), { headers, agent }, at));
    }
  }, 1);
  return {
    async stop() {
      clearInterval(timer);
      const samples = (await Promise.all(requests)).sort((a, b) => a - b);
      agent.destroy();
      const at = (share: number) => samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? 0;
      return { requests: samples.length, p50: at(0.5), p99: at(0.99), max: at(1) };
    },
  };
}

/** Milliseconds from `at`, when it was due, to the end of the answer. */
function latencyOf({ url, body }: Call, options: { headers: Record<string, string>; agent: Agent }, at: number) {
  return new Promise<number>((resolve, reject) => {
    request(url, { ...options, method: body === undefined ? "GET" : "POST" }, (response) => {
      response.resume();
      response.once("end", () => {
        if (response.statusCode === 200 || response.statusCode === 202) resolve(performance.now() - at);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end(body);
  });
}
