import { eventSinks, type SinkList } from '../../../contract/index.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** Returns all sinks: those that cannot be chosen with the reason. */
export const listSinks = ({ sinks }: TracingCall): SinkList => ({
  sinks: eventSinks.map(kind => ({ kind, obstacle: sinks.obstacleOf(kind) })),
  directories: [...sinks.directories],
})
