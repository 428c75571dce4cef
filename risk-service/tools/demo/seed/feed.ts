import type { Engine } from '../../../engine/index.ts'
import { demoClient, demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import { type DemoOptions, generateDemo } from '../history/generate.ts'
import type { DemoData, DemoEvent, DemoLabel, DemoStep } from '../history/history-events.ts'
import { createReviewEvents } from '../history/later-events.ts'
import { day } from '../history/orders.ts'
import type { SeedOptions } from './seed.ts'

/**
 * The writer commits half of the waiting events, at most 64: with fewer in progress its commits would be smaller than
 * they could be.
 */
const defaultInFlight = 256
type LaterEvent = DemoData | DemoLabel

export interface FeedOptions extends Pick<SeedOptions, 'engine' | 'devices' | 'onProgress' | 'signal'> {
  /** Events that are decided at the same time: few leave the service to its users. */
  inFlight?: number | undefined
}

/**
 * Generates one history and sends it in order of time. Events that share a device, a user, an address or a card are
 * decided one after another, the rest in parallel; data events and labels follow at the end of each day, so that later
 * decisions know of them and earlier ones do not.
 */
export async function feedDemo(
  { engine, devices, onProgress, signal, inFlight = defaultInFlight }: FeedOptions,
  demo: DemoOptions,
): Promise<void> {
  const { events, later, sessions } = generateDemo(demo)
  await devices?.takeOver(sessions)
  const days = Map.groupBy(events, ({ at }) => Math.floor(at / day))
  const schedule = createSchedule(later)
  const decisions = new Map<DemoEvent, string>()
  const total = events.length + later.length
  let finished = 0
  let reportedAt = 0
  const progress = (): void => {
    finished++
    if (Date.now() - reportedAt < 500) return
    reportedAt = Date.now()
    onProgress?.(Math.min(1, finished / total))
  }
  const queues = new Map<string, Promise<unknown>>()

  async function decideInTurn(event: DemoEvent): Promise<void> {
    const before = event.keys.map(key => queues.get(`${event.environmentId} ${key}`))
    const own = Promise.all(before).then(() => decide(engine, event))
    for (const key of event.keys) queues.set(`${event.environmentId} ${key}`, own)
    const decision = await own
    decisions.set(event, decision)
    for (const step of createReviewEvents(event, decision, demo.now)) schedule.add(step)
    progress()
  }

  const last = Math.floor(demo.now / day)
  for (let today = Math.min(last, ...days.keys()); today <= last && !signal?.aborted; today++) {
    await runConcurrently(days.get(today) ?? [], inFlight, signal, decideInTurn)
    queues.clear()
    await runConcurrently(schedule.until(today), inFlight, signal, async step => {
      if (step.of === null || decisions.get(step.of) !== 'Reject') await ingestLaterEvent(engine, step)
      progress()
    })
  }
  if (!signal?.aborted) onProgress?.(1)
}

/** Creates the schedule of pending data events and labels, by day. */
function createSchedule(steps: readonly LaterEvent[]): {
  add: (step: LaterEvent) => void
  until: (today: number) => LaterEvent[]
} {
  const pages = new Map<number, LaterEvent[]>()
  let turned = -Infinity
  const add = (step: LaterEvent): void => {
    const page = Math.max(Math.floor(step.at / day), turned + 1)
    const open = pages.get(page)
    if (open === undefined) pages.set(page, [step])
    else open.push(step)
  }
  for (const step of steps) add(step)
  return {
    add,
    until(today) {
      turned = today
      const due = [...pages].filter(([page]) => page <= today)
      for (const [page] of due) pages.delete(page)
      return due.flatMap(([, open]) => open).sort((a, b) => a.at - b.at)
    },
  }
}

async function runConcurrently<T>(
  items: readonly T[],
  inFlight: number,
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(inFlight, items.length) }, async () => {
      for (let item = items[next++]; item !== undefined && !signal?.aborted; item = items[next++]) await work(item)
    }),
  )
}

const ingestError = (what: string, messages: readonly string[]): Error =>
  new Error(`The demo generator made an invalid ${what}: ${messages.join('; ')}`)

/** Environments whose events come from the API client of the demo. */
const sentByClient: ReadonlySet<string> = new Set([demoEnvironmentIds.harborEu, demoEnvironmentIds.harborUs])
const senderOf = (environmentId: string) =>
  sentByClient.has(environmentId) ? { clientId: demoClient.clientId } : undefined

/** Decides an event. Each one is received at its turn: the duration of the decision is shown with it. */
async function decide(engine: Pick<Engine, 'decide'>, { environmentId, eventType, body }: DemoEvent): Promise<string> {
  const result = await engine.decide({
    correlationId: null,
    ...senderOf(environmentId),
    receivedAt: new Date(),
    environmentId,
    eventType,
    body,
    backfill: true,
    diagnostics: false,
  })
  if (result.kind !== 'answer')
    throw ingestError(eventType, result.kind === 'invalid' ? result.messages : [result.kind])
  return /"(?:MerchantRuleDecision|decision)":"(\w+)"/.exec(result.answer)?.[1] ?? 'Approve'
}

async function ingestLaterEvent(
  { ingestLabel, ingestDataEvent }: Pick<Engine, 'ingestLabel' | 'ingestDataEvent'>,
  step: Exclude<DemoStep, DemoEvent>,
): Promise<void> {
  const { environmentId, body, at } = step
  // Received at its own time: a chargeback of weeks ago is not one of today.
  const common = { correlationId: null, receivedAt: new Date(at), environmentId, body }
  const result =
    step.kind === 'label'
      ? step.assessment === undefined
        ? await ingestLabel(common)
        : await ingestDataEvent({ ...common, assessment: step.assessment, observation: null })
      : await ingestDataEvent(
          typeof step.event === 'string' ? { ...common, event: step.event } : { ...common, ...step.event },
        )
  if (result.kind !== 'accepted')
    throw ingestError(step.kind, result.kind === 'invalid' ? result.messages : [result.kind])
}
