export interface ClientOptions {
  url: string
  tenant: string
  clientId: string
  secret: string
  /** Id or path of the environment; the client's own when absent. */
  environment?: string
  /** Told when the service asks to wait. */
  onWait?: (milliseconds: number, reason: string) => void
}

export type Sent = { ok: true; body: unknown } | { ok: false; message: string }

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Client of the risk API that never gives a request up for a passing fault: it waits as long as it is told to. */
export class RiskClient {
  readonly #options: ClientOptions
  #token: Promise<string> | undefined
  /** No request leaves before this time. */
  #resumeAt = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async #authorise(): Promise<string> {
    const { url, tenant, clientId, secret } = this.#options
    const answer = await fetch(`${url}/${tenant}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope: `${url}/.default` }),
    })
    const body = (await answer.json().catch(() => ({}))) as { access_token?: string; error_description?: string }
    if (!body.access_token) throw new RefusedError(`The service gave no token to ${clientId}: ${body.error_description ?? `status ${answer.status}`}`)
    return body.access_token
  }

  #wait(milliseconds: number, reason: string): void {
    const until = Date.now() + milliseconds
    if (until <= this.#resumeAt) return
    this.#resumeAt = until
    this.#options.onWait?.(milliseconds, reason)
  }

  /** Sends one event; resolves when it is stored or refused for good. */
  async send(path: string, body: Record<string, unknown>): Promise<Sent> {
    const { url, environment } = this.#options
    for (let attempt = 0; ; attempt++) {
      while (this.#resumeAt > Date.now()) await pause(this.#resumeAt - Date.now() + Math.random() * 50)
      try {
        this.#token ??= this.#authorise()
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await this.#token}`, 'content-type': 'application/json', 'x-assay-backfill': 'true',
            ...(environment ? { 'x-ms-dfpenvid': environment } : {}),
          },
          body: JSON.stringify(body),
        })
        const text = await answer.text()
        if (answer.ok) return { ok: true, body: JSON.parse(text) as unknown }
        if (answer.status === 429 || answer.status === 503) {
          this.#wait(1000 * Math.max(0.2, Number(answer.headers.get('retry-after') ?? 1)), `status ${answer.status}`)
        } else if (answer.status === 401 && attempt < 2) {
          this.#token = undefined
        } else if (answer.status >= 500 && attempt < 5) {
          this.#wait(500 * 2 ** attempt, `status ${answer.status}`)
        } else {
          return { ok: false, message: `status ${answer.status}: ${messageOf(text)}` }
        }
      } catch (error) {
        this.#token = undefined
        if (error instanceof RefusedError) throw error
        this.#wait(Math.min(10_000, 250 * 2 ** Math.min(attempt, 6)), 'no answer')
      }
    }
  }
}

/** The service refuses this client: waiting would not help. */
export class RefusedError extends Error {}

function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as { Message?: string; message?: string }
    return body.Message ?? body.message ?? text.slice(0, 300)
  } catch {
    return text.slice(0, 300)
  }
}
