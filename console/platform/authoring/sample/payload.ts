import { syntaxErrorLine } from './json-syntax.ts'

/** Largest sample that the service accepts. */
export const maxPayloadBytes = 1_048_576

export type PayloadIssue = { kind: 'syntax'; line: number } | { kind: 'object' } | { kind: 'large' }

/** Reads a payload sample; what is wrong with the text, when it is none. */
export function parsePayload(
  text: string,
): { payload: Record<string, unknown>; fault: null } | { payload: null; fault: PayloadIssue } {
  if (new TextEncoder().encode(text).length > maxPayloadBytes) return { payload: null, fault: { kind: 'large' } }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { payload: value as Record<string, unknown>, fault: null }
    return { payload: null, fault: { kind: 'object' } }
  } catch {
    return {
      payload: null,
      fault: { kind: 'syntax', line: syntaxErrorLine(text) },
    }
  }
}
