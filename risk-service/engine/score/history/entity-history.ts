/** The links of an event. `terminal`: the place of the payment, which only files name at present. */
export const historyKinds = ['user', 'email', 'device', 'ip', 'payment', 'terminal'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** An earlier event in the history of its entities. Times in milliseconds. */
export interface PastEvent {
  id: string
  at: number
  /** US dollars. */
  amount: number | null
  user: string | null
  device: string | null
  /** Bank number and last four digits of the first payment instrument, or another identification of it. */
  card: string | null
  /** Verdict of its latest labels; counts from `labelAt` on, the time of their arrival. */
  fraud: boolean | null
  labelAt: number
}

/** The history of one entity: its newest events, at most `maxHistoryEvents` of the last `historyDays`, oldest first. */
export interface EntityHistory {
  /** Time of the first event ever; null for a new entity. */
  firstAt: number | null
  events: PastEvent[]
}

/** `undefined`: could not be read; `null`: the event names none. */
export type EntityHistories = Partial<Record<HistoryKind, EntityHistory | null | undefined>>
export type EntityValues = Partial<Record<HistoryKind, string | null>>

export const maxHistoryEvents = 256
const historyDays = 90
export const historyMs = historyDays * 86_400_000

/** Adds an event to the history of an entity; the same event again changes nothing. */
export function appendEvent(past: EntityHistory, event: PastEvent): void {
  const { events } = past
  past.firstAt = past.firstAt === null ? event.at : Math.min(past.firstAt, event.at)
  let index = events.length
  while (index > 0 && (events[index - 1] as PastEvent).at > event.at) index--
  for (let i = index - 1; i >= 0 && (events[i] as PastEvent).at === event.at; i--)
    if ((events[i] as PastEvent).id === event.id) return
  events.splice(index, 0, event)
  const earliest = (events.at(-1) as PastEvent).at - historyMs
  let drop = Math.max(0, events.length - maxHistoryEvents)
  while (drop < events.length && (events[drop] as PastEvent).at < earliest) drop++
  if (drop > 0) events.splice(0, drop)
}

/** Histories in memory of a stream that is replayed in the order of time. */
export interface InMemoryHistory {
  /** The histories before the event. */
  histories: (entities: EntityValues) => EntityHistories
  add: (entities: EntityValues, event: PastEvent) => void
  /** Forgets entities without an event since a time, so that the memory does not grow with the stream. */
  dropBefore: (at: number) => void
}

/** Creates histories in memory: for trainings, files and tests. */
export function createInMemoryHistory(): InMemoryHistory {
  const maps = Object.fromEntries(historyKinds.map(kind => [kind, new Map<string, EntityHistory>()])) as Record<
    HistoryKind,
    Map<string, EntityHistory>
  >
  const none: EntityHistory = { firstAt: null, events: [] }
  return {
    histories: entities => {
      const pasts: EntityHistories = {}
      for (const kind of historyKinds) {
        const value = entities[kind]
        pasts[kind] = value == null ? null : (maps[kind].get(value) ?? none)
      }
      return pasts
    },
    add: (entities, event) => {
      for (const kind of historyKinds) {
        const value = entities[kind]
        if (value == null) continue
        const past = maps[kind].get(value)
        if (past) appendEvent(past, event)
        else maps[kind].set(value, { firstAt: event.at, events: [event] })
      }
    },
    dropBefore: at => {
      for (const map of Object.values(maps))
        for (const [value, { events }] of map) if ((events.at(-1)?.at ?? at) < at) map.delete(value)
    },
  }
}
