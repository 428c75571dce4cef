import { createKeyedQueue } from '../../../engine/lib/serial-queue.ts'
import { openMemoryFile } from '../../../kernel/console-api/memory-files.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { caseIds } from '../../cases/testing/case-bench.ts'
import type { TracingCall } from '../subscriptions/read-subscriptions.ts'
import type { TracingBench } from './tracing-bench.ts'

/** Returns a call of an administrator without the console API, with files in memory. */
export const tracingCallOf = ({ db, bench }: TracingBench, more: Partial<TracingCall> = {}): TracingCall =>
  ({
    db,
    scope: [caseIds.root],
    masking: { kinds: new Set() },
    fileQueue: createKeyedQueue(),
    openScratchFile: openMemoryFile,
    ports: { db, clock: bench.now, newId, log: silentLog },
    principal: { tenantId: caseIds.tenant, id: bench.people['Pia'], name: 'Pia' },
    actorRoles: ['ProductAdmin'],
    correlationId: caseIds.root,
    environmentId: caseIds.root,
    ...more,
  }) as unknown as TracingCall
