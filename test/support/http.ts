export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of many shapes
  body: any;
}

/** A client of the API that hides nothing: status, headers and parsed body. */
export class Http {
  readonly base: string;
  /** The API key that it sends; undefined for none. */
  readonly key: string | undefined;

  /** The address that a proxy in front of the service names for it; undefined: there is none. */
  readonly address: string | undefined;

  constructor(base: string, apiKey?: string, address?: string) {
    this.base = base;
    this.key = apiKey;
    this.address = address;
  }

  as(apiKey: string): Http {
    return new Http(this.base, apiKey, this.address);
  }

  from(address: string): Http {
    return new Http(this.base, this.key, address);
  }

  get(path: string): Promise<Answer> {
    return this.send("GET", path);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.base + path, {
      method,
      body: body ?? null,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.key ? { "x-api-key": this.key } : {}),
        ...(this.address ? { "x-forwarded-for": this.address } : {}),
        ...headers,
      },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }
}
