import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Settings } from '../../../kernel/settings/settings.ts'
import type { Logger } from '../../../ports/index.ts'
import { createThreadRunner, type StartThread, type ThreadRunner } from '../thread-runner.ts'
import type { EventWorkerInput, EventWorkerMessage, EventWorkerOrder } from './event-worker.ts'

export interface EventRunner extends Pick<ThreadRunner, 'run'> {
  /** Ends deliveries after their current message. */
  stop: () => Promise<void>
}

/** Returns what the operator allows of the sinks of event tracing. */
export const sinkOptions = ({
  exportDirectories,
  eventSinks,
}: Pick<Settings, 'exportDirectories' | 'eventSinks'>): Pick<EventWorkerInput, 'directories' | 'plugins'> => ({
  directories: exportDirectories,
  plugins: eventSinks,
})

/**
 * Delivers events to subscriptions in a thread: thousands of messages a second would leave less of the processor to
 * decisions. @param startThread starts it
 */
export function createEventRunner(
  input: EventWorkerInput,
  { live, log }: { live: Pick<LiveHub, 'publish'>; log: Logger },
  startThread?: StartThread,
): EventRunner {
  const { run, current } = createThreadRunner<EventWorkerMessage, EventWorkerOrder>(
    {
      module: new URL('./event-worker.ts', import.meta.url),
      options: { workerData: input, name: 'event-tracing' },
      failure: 'Events could not be delivered.',
      ended: 'EventThreadEnded',
      take(message) {
        if (message.kind === 'publish') live.publish(message.publication)
        else log.write(message.level, message.event, message.fields)
      },
    },
    startThread,
  )
  let before = performance.eventLoopUtilization()
  return {
    run() {
      // Since the last run, a quarter of a second ago.
      const now = performance.eventLoopUtilization()
      const { utilization: utilisation } = performance.eventLoopUtilization(now, before)
      before = now
      current()?.postMessage({ kind: 'load', utilisation } satisfies EventWorkerOrder)
      return run()
    },
    async stop() {
      const worker = current()
      if (worker === null) return
      const ended = once(worker, 'exit')
      worker.postMessage({ kind: 'stop' } satisfies EventWorkerOrder)
      await ended
    },
  }
}
