/** Addresses that a service answers; everything else on this origin is a file of the console. */
const servicePaths = /^\/(api\/|v\d+\.\d+(\/|$)|health(\/|$)|metrics$|openapi\.json$)/i

export interface RouteRequestsOptions {
  /** The service in the page. */
  service: (request: Request) => Promise<Response>
  /** The browser's own. */
  files: typeof fetch
  origin: string
  /** A change was answered. */
  onChange: () => void
}

/**
 * Routes every call of the page to the service inside it, and none to another host: what the console sends, beside
 * requests for its own files, never reaches the network.
 */
export function routeRequests({ service, files, origin, onChange }: RouteRequestsOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== origin) throw new TypeError('Sample data asks no other host.')
    if (!servicePaths.test(url.pathname)) return files(request)
    const answer = await service(request)
    // Changes carry a key, so that they can be repeated.
    if (answer.ok && request.headers.has('idempotency-key')) onChange()
    return answer
  }
}
