import { sendTries } from './constants.ts'

/** As much of the library's payload as is sent. */
export interface Payload {
  urlString: string
  data: string | Uint8Array
  headers?: Record<string, string>
}

const delay = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })

/**
 * Sends a batch to the intake. One that cannot be reached, or cannot accept it now, gets three attempts; then the batch
 * is dropped silently: a user must never notice monitoring.
 * @param options.leaving the page is being left: one attempt, which outlives it
 */
export async function sendBatch(
  { urlString, data, headers }: Payload,
  { leaving = false, wait = delay } = {},
): Promise<boolean> {
  for (let attempt = 1; attempt <= (leaving ? 1 : sendTries); attempt++) {
    if (attempt > 1) await wait(2000 * 4 ** (attempt - 2))
    try {
      const answer = await fetch(urlString, {
        method: 'POST',
        body: data as BodyInit,
        credentials: 'omit',
        keepalive: leaving,
        referrerPolicy: 'no-referrer',
        headers: { 'content-type': 'application/json', ...headers },
      })
      if (answer.ok) return true
      // Refused permanently: another attempt would get the same answer.
      if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) return false
    } catch {
      // Not reached.
    }
  }
  return false
}
