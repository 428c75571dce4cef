/** Returns the error's code, or its name: never its text, which may contain values. */
export function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.name : 'unknown'
}
