import { defined } from '@assay/risk-service/contract'
import { type LogLevel, logLevels, lowestSentLevel, storageWarning } from './constants.ts'
import type { Entry, EntryContext, Sink, TelemetryEvent, UsageData } from './entries.ts'
import { createPollFilter } from './poll-filter.ts'

export type { TelemetryEvent, UsageData }
export { type LogLevel, logLevels }

/** Number of entries that are retained until the library is loaded. */
const pendingLimit = 200
let sink: Sink | undefined
let starting: Promise<void> | undefined
let pendingEntries: Entry[] = []
let context: EntryContext = { assignedRoles: '', environmentId: '' }
let usage: UsageData = 'errors'
let texts: Readonly<Record<string, unknown>> = {}
const isNewPoll = createPollFilter()

/** Errors are always sent: support depends on them. Everything else is usage. */
function isConsented(entry: Entry): boolean {
  if (entry.kind === 'error') return true
  if (entry.kind === 'trace') return entry.level >= (usage === 'all' ? lowestSentLevel : logLevels.error)
  return usage === 'all'
}

type Unsent<T> = T extends unknown ? Omit<T, 'context'> : never
function write(unsent: Unsent<Entry>): void {
  const entry = { ...unsent, context } as Entry
  if (!sink) {
    if (pendingEntries.length < pendingLimit) pendingEntries.push(entry)
  } else if (isConsented(entry)) {
    sink.write(entry)
  }
}

/**
 * Roles of the tenant configuration and the environment are attached to everything that is sent. Ids only, no names. An
 * absent value leaves the previous one.
 */
export function setTelemetryContext({
  assignedRoles,
  environmentId,
}: {
  assignedRoles?: readonly string[]
  environmentId?: string | null
}): void {
  context = {
    assignedRoles: assignedRoles?.join(',') ?? context.assignedRoles,
    environmentId: environmentId === undefined ? context.environmentId : (environmentId ?? ''),
  }
}

/**
 * What the user agreed to in the account menu, else the setting of the tenant. It applies from now on, to waiting
 * entries as well.
 */
export function setUsageData(agreed: UsageData): void {
  usage = agreed
}

/** Roles and environment as they are attached now. */
export const telemetryContext = (): EntryContext => context

/** The texts of the page, so that a click is reported by texts of the console and by no others. */
export function setTelemetryTexts(messages: Readonly<Record<string, unknown>>): void {
  texts = messages
  sink?.setTexts(messages)
}

/** `details` are words of the code, never what a user typed or sees. */
export function trackEvent(event: TelemetryEvent, details: Readonly<Record<string, string>> = {}): void {
  write({ kind: 'event', event, details })
}

/**
 * Reports the start of an activity now, and its end with the duration when the returned function is called; a second
 * call does nothing.
 */
export function timed(eventName: string, eventType = 'timing', startedAt = performance.now()): () => void {
  const activityId = crypto.randomUUID()
  trackEvent({ activityId, eventName, eventType, eventModifier: 'start' })
  let ended = false
  return () => {
    if (ended) return
    ended = true
    trackEvent({
      activityId,
      eventName,
      eventType,
      eventModifier: 'end',
      eventDuration: Math.round(performance.now() - startedAt),
    })
  }
}

/**
 * Reports an exception with its name and stack; a message that may quote what was typed stays here. `activityId`: the
 * id that the page shows beside it.
 */
export function trackError(error: unknown, level: LogLevel = logLevels.error, activityId?: string): void {
  write({ kind: 'error', error, level, ...defined({ activityId }) })
  // A console that does not reach its first page has to be able to report it.
  if (level === logLevels.critical) setTimeout(() => void startTelemetry(undefined), 1000)
}

/** A line for the log of the monitoring service, from Information up. A constant text: no values in it. */
export function log(level: LogLevel, message: string): void {
  if (level >= lowestSentLevel) write({ kind: 'trace', message, level })
}

/** A page was shown; only the pattern of its route is sent. */
export function trackPage(path: string): void {
  write({ kind: 'page', path })
}

/** A repeated call was answered; one target is logged at most once in ten minutes. */
export function trackPoll(target: string): void {
  if (isNewPoll(target)) trackEvent({ activityId: crypto.randomUUID(), eventName: target, eventType: 'polling' })
}

/** True when the browser stores values in local storage. */
export function hasLocalStorage(): boolean {
  try {
    const key = 'assay/storage-check'
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/**
 * Starts monitoring, once per page. The library is large and nothing waits for it: entries from before it is loaded are
 * retained (200 at most) and sent afterwards. Without a connection string nothing is sent anywhere.
 */
export function startTelemetry(userId: string | undefined): Promise<void> {
  if (starting && userId !== undefined) return setTelemetryUser(userId)
  starting ??= (async () => {
    if (!hasLocalStorage()) log(logLevels.warning, storageWarning)
    const { openLibrary } = await import('./library.ts')
    const opened = openLibrary(
      {
        context: () => context,
        usage: () => usage,
        onClick: (text, element) =>
          trackEvent({ activityId: crypto.randomUUID(), eventName: 'Click', eventType: 'click' }, { text, element }),
        onInvalidUser: () =>
          log(logLevels.warning, 'The user id holds a character that monitoring does not take. No user id is sent.'),
      },
      userId,
    )
    if (!opened) return
    sink = opened
    opened.setTexts(texts)
    const entries = pendingEntries
    pendingEntries = []
    // Entries from before user and environment were known belong to the same visit.
    for (const entry of entries)
      if (isConsented(entry)) opened.write(entry.context.environmentId === '' ? { ...entry, context } : entry)
  })().catch(() => {
    // A failed start of monitoring is not reported to the user; the next page tries again.
    starting = undefined
  })
  return starting
}

/** Sets the user when the library was started before the session was loaded. */
async function setTelemetryUser(userId: string): Promise<void> {
  await starting
  sink?.setUser(userId)
}
