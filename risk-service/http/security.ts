import type { MiddlewareHandler } from 'hono'
import { callPolicy, securityHeaders } from '../kernel/security-headers.ts'

export interface PolicyOptions {
  /** Nonce of this answer's inline scripts and styles; new for every answer. */
  nonce: string
  /** Origins beside the service's own that the page calls: external identity provider, Azure Monitor. */
  connect?: readonly string[]
  /** Origins that are allowed in hidden frames: the silent renewal of the external identity provider. */
  frames?: readonly string[]
  /** The redirect page is loaded in such a frame of the service's own. */
  framedBySelf?: boolean
}

/** Returns the Content-Security-Policy of one HTML answer. */
export function pagePolicy({ nonce, connect = [], frames = [], framedBySelf = false }: PolicyOptions): string {
  const own = (others: readonly string[]) => ["'self'", ...others].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${own(connect)}`,
    `frame-src ${own(frames)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${framedBySelf ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * Policy of the one script that runs a database: WebAssembly, its own parts and nothing else; the page's policy is
 * unaffected.
 */
export const sampleDataPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'"

/** Returns the headers of one page. Pages are rendered per request and never cached. */
export function pageHeaders(options: PolicyOptions, secure: boolean): Record<string, string> {
  return {
    ...securityHeaders(secure),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(options),
    'x-frame-options': options.framedBySelf ? 'SAMEORIGIN' : 'DENY',
    'cache-control': 'no-store',
  }
}

/**
 * Middleware for answers that are not pages: the same headers, and a policy that blocks all content if a browser shows
 * one.
 */
export function security(isSecure: (request: Request) => boolean): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(securityHeaders(isSecure(context.req.raw)))) headers.set(name, value)
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', callPolicy)
    if (!headers.has('x-frame-options')) headers.set('x-frame-options', 'DENY')
    // What says nothing of caches is for its caller alone.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
}

/** Returns 128 random bits, the required length of a nonce. */
export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
