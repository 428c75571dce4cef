/** Headers of answers that browsers see, pages and calls alike. */

/** Browsers use HTTPS only for a year; sent by services that clients reach by HTTPS. */
export const strictTransport = 'max-age=31536000; includeSubDomains'

/** Returns the headers of every answer, whatever it contains. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // With `no-referrer` a form of the service itself would be sent with the origin `null`, and the sign-in could not
    // distinguish it from a foreign one.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': strictTransport } : {}),
  }
}

/** The policy of answers that are not pages: it blocks all content if a browser shows one. */
export const callPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Headers of an answer that is no page and has no content of its own to show, such as an error in plain text. */
export const bareAnswerHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders(false),
  'content-security-policy': callPolicy,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
