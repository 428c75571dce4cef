import type { RoutingPreviewResult } from '../../../contract/rules/routing-previews.ts'
import type { EventRoute } from '../../../engine/rules/route-event.ts'
import type { QueueLookup } from '../../rules/routing-queues.ts'
import type { RecordedEvent } from './past-events.ts'

type QueueCount = RoutingPreviewResult['queues'][number]
type RoutedEvent = Pick<RecordedEvent, 'at' | 'environmentId' | 'eventType'>

/** Creates the figures of a routing preview, which are updated event by event. */
export function createRoutingTally(ruleId: string, queueOf: QueueLookup) {
  const queues = new Map<string, QueueCount>()
  const days = new Map<string, RoutingPreviewResult['days'][number]>()
  let [events, changed, errors] = [0, 0, 0]

  function count(event: RoutedEvent, queue: string, side: 'before' | 'after'): void {
    const { environmentId } = event
    const day = new Date(event.at).toISOString().slice(0, 10)
    const key = `${environmentId} ${queue}`
    const none = { environmentId, queue, before: 0, after: 0 }
    const total = queues.get(key) ?? none
    queues.set(key, { ...total, [side]: total[side] + 1 })
    const ofDay = days.get(`${day} ${key}`) ?? { ...none, day }
    days.set(`${day} ${key}`, { ...ofDay, [side]: ofDay[side] + 1 })
  }

  return {
    add(event: RoutedEvent, before: EventRoute, after: EventRoute): void {
      const nameOf = (route: EventRoute) => queueOf(event.environmentId, event.eventType, route.queue).name
      const [from, to] = [nameOf(before), nameOf(after)]
      events += 1
      if (from !== to) changed += 1
      if (after.failedRuleIds.includes(ruleId)) errors += 1
      count(event, from, 'before')
      count(event, to, 'after')
    },
    result: (period: Pick<RoutingPreviewResult, 'available' | 'first'>): RoutingPreviewResult => ({
      ...period,
      events,
      changed,
      errors,
      queues: [...queues.values()].toSorted((a, b) => b.after - a.after || b.before - a.before),
      days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : b.after - a.after)),
    }),
  }
}
