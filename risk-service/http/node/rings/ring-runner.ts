import type { UnsearchedTypes } from '../../../features/graph/rings/ring-scope.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import { createThreadRunner, type StartThread, type ThreadRunner } from '../thread-runner.ts'
import type { RingWorkerInput, RingWorkerMessage, RingWorkerOrder } from './ring-worker.ts'

export interface RingRunner extends Pick<ThreadRunner, 'run'> {
  stop: () => Promise<void>
}

/** Keeps rings up to date in a thread. @param startThread starts it */
export function createRingRunner(
  target: ConnectionTarget,
  { unsearchedTypes, live }: { unsearchedTypes: UnsearchedTypes; live: Pick<LiveHub, 'publish'> },
  startThread?: StartThread,
): RingRunner {
  const { run, current } = createThreadRunner<RingWorkerMessage, RingWorkerOrder>(
    {
      module: new URL('./ring-worker.ts', import.meta.url),
      options: {
        workerData: { target } satisfies RingWorkerInput,
        name: 'rings',
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      },
      failure: 'Rings could not be brought up to date.',
      ended: 'RingThreadEnded',
      async take(message, post) {
        if (message.kind === 'publish') return live.publish(message.publication)
        const { environmentId } = message
        const types = await unsearchedTypes(environmentId)
        post({ kind: 'types', environmentId, types })
      },
    },
    startThread,
  )
  return {
    run,
    async stop() {
      await current()?.terminate()
    },
  }
}
