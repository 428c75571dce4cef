import type { LogLevel } from './constants.ts'

/** A telemetry event of the product specification, section 3. */
export interface TelemetryEvent {
  activityId: string
  eventName: string
  eventType: string
  eventModifier?: 'start' | 'end'
  /** Milliseconds. */
  eventDuration?: number
}

/** What a user has agreed to send. */
export type UsageData = 'errors' | 'all'
/** Attached to every entry: roles and environment at that time. */
export type EntryContext = Readonly<Record<'assignedRoles' | 'environmentId', string>>
export type Entry = { context: EntryContext } & (
  | { kind: 'event'; event: TelemetryEvent; details: Readonly<Record<string, string>> }
  /** `activityId`: what the page shows beside the failure. */
  | { kind: 'error'; error: unknown; level: LogLevel; activityId?: string }
  | { kind: 'trace'; message: string; level: LogLevel }
  | { kind: 'page'; path: string }
)
/** The receiver of entries once the monitoring library is loaded. */
export interface Sink {
  write: (entry: Entry) => void
  setTexts: (messages: Readonly<Record<string, unknown>>) => void
  /** Puts the signed-in user's id on what is sent from now on; never a name or an address. */
  setUser: (userId: string) => void
}

/** What the monitoring library reads of the page. */
export interface TelemetryHost {
  context: () => EntryContext
  usage: () => UsageData
  onClick: (text: string, element: string) => void
  onInvalidUser: () => void
}
