import { syntaxErrorPosition } from '../../authoring/sample/json-syntax.ts'

type EventBody = Record<string, unknown>

/** Why a text is no set of events, and where. */
export interface EventTextError {
  code: 'empty' | 'syntax' | 'notObject' | 'tooMany'
  line: number
  column: number
}
type ParsedEvents = { events: readonly EventBody[]; error?: undefined } | { error: EventTextError; events?: undefined }

/** Events that a draft of a schema is made of, at most. */
export const eventLimit = 10_000

const isObject = (value: unknown): value is EventBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** The line and column of a position, both from 1. */
function placeOf(text: string, position: number): Pick<EventTextError, 'line' | 'column'> {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Reads events from a JSON array, one object, or one object in each line. */
export function parseEvents(text: string): ParsedEvents {
  const start = text.search(/\S/)
  if (start < 0) return { error: { code: 'empty', line: 1, column: 1 } }
  const whole = parse(text)
  if (whole !== null) {
    if (isObject(whole.value)) return { events: [whole.value] }
    const list = Array.isArray(whole.value) ? whole.value : null
    if (list === null || list.length === 0 || !list.every(isObject))
      return { error: { code: 'notObject', ...placeOf(text, start) } }
    return limited(list)
  }
  const lines = text.split('\n')
  const first = lines.findIndex(line => line.trim() !== '')
  // One event in each line is only what begins with one whole event in a line.
  if (!isObject(parse(lines[first] ?? '')?.value))
    return { error: { code: 'syntax', ...placeOf(text, syntaxErrorPosition(text)) } }
  const events: EventBody[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = parse(line)
    if (read === null) return { error: { code: 'syntax', line: index + 1, column: syntaxErrorPosition(line) + 1 } }
    if (!isObject(read.value)) return { error: { code: 'notObject', line: index + 1, column: line.search(/\S/) + 1 } }
    events.push(read.value)
  }
  return limited(events)
}

const limited = (events: readonly EventBody[]): ParsedEvents =>
  events.length > eventLimit ? { error: { code: 'tooMany', line: 1, column: 1 } } : { events }
