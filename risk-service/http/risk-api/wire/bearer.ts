/** Returns the bearer token of a request; null without one. */
export function bearerOf(request: Request): string | null {
  const match = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')
  return match?.[1] ?? null
}
