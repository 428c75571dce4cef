import type { OutgoingHttp } from '../../ports/index.ts'

/** Where nothing goes out: a product that runs in a browser. */
export const closedHttp: OutgoingHttp = {
  send: () => Promise.resolve({ kind: 'refused', message: 'No calls go out from here.' }),
  addressIssue: () => null,
  close: () => undefined,
}
