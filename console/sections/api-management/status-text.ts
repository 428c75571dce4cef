/** Descriptions of HTTP status codes, which have no translation. */
const descriptions: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Returns the description of a status code; empty for one without. */
export const statusDescription = (status: number): string => descriptions[status] ?? ''

/** Returns a status code with its description. */
export const statusText = (status: number): string => `${status} ${statusDescription(status)}`.trim()
