import type { OutgoingHttp } from '../../ports/index.ts'

/** For a product that runs in a browser: sends no request. */
export const closedHttp: OutgoingHttp = {
  send: () => Promise.resolve({ kind: 'refused', message: 'No calls go out from here.' }),
  addressIssue: () => null,
  close: () => undefined,
}
