import type { Ports } from '../../../ports/index.ts'

export interface FailedCall {
  tenantId: string | null
  environmentId: string | null
  apiName: string
  status: number
  message: string
  correlationId: string
}

const maxWaiting = 1000
const perInsert = 200
const everyMs = 500

/**
 * Creates the log of failed calls for the Errors page, written in batches outside of the calls. Bounded: with more
 * failures than the store can write, the oldest waiting ones are dropped and counted.
 */
export function createErrorLog({ db, newId, clock, log }: Pick<Ports, 'db' | 'newId' | 'clock' | 'log'>): {
  add: (call: FailedCall) => void
  flush: () => Promise<void>
} {
  const waiting: (FailedCall & { id: string; at: Date })[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let dropped = 0

  async function flush(): Promise<void> {
    timer = null
    if (dropped > 0) {
      log.write(2, 'api-errors.dropped', { count: dropped })
      dropped = 0
    }
    while (waiting.length > 0) {
      const batch = waiting.splice(0, perInsert)
      try {
        await db
          .insertInto('api_error')
          .values(
            batch.map(call => ({
              id: call.id,
              tenant_id: call.tenantId,
              environment_id: call.environmentId,
              at: call.at,
              api_name: call.apiName,
              status: call.status,
              message: call.message,
              correlation_id: call.correlationId,
            })),
          )
          .execute()
      } catch {
        // The store is unavailable: what fits stays in memory for a later attempt.
        waiting.unshift(...batch.slice(0, maxWaiting - waiting.length))
        schedule(everyMs * 4)
        return
      }
    }
  }

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => {
      void flush()
    }, afterMs)
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
  }

  return {
    flush,
    add(call) {
      if (waiting.length >= maxWaiting) {
        waiting.shift()
        dropped += 1
      }
      waiting.push({ ...call, id: newId(), at: clock() })
      schedule(everyMs)
    },
  }
}
