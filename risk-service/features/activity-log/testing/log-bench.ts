import { randomUUID } from 'node:crypto'
import type { AuditedOperation, AuditedResource } from '../../../contract/index.ts'
import { type ConsoleBench, now, places } from '../../../http/console-api/testing/console-bench.ts'
import { recordAudit } from '../../../kernel/audit.ts'

export interface Written {
  minutes?: number
  as?: string
  type?: AuditedResource
  id?: string
  name?: string
  operation?: AuditedOperation
  environment?: string | null
  before?: unknown
  after?: unknown
  assessmentId?: string
  entryId?: string
}

/** Writes an entry as features do, some minutes ago. Returns its id. */
export async function writeEntry(
  bench: ConsoleBench,
  {
    minutes = 5,
    as = 'engineer',
    type = 'CustomList',
    id = 'list-1',
    name = 'Lockers',
    operation = 'Update',
    environment = places.root,
    before = null,
    after = { a: 1 },
    assessmentId,
    entryId = randomUUID(),
  }: Written = {},
): Promise<string> {
  await recordAudit(
    bench.store.db,
    { principal: bench.person(as), roles: ['FraudEngineer'], correlationId: 'c-1' },
    {
      id: entryId,
      at: new Date(now.getTime() - minutes * 60_000),
      environmentId: environment,
      resource: { type, id, name },
      operation,
      before,
      after,
      ...(assessmentId === undefined ? {} : { assessmentId }),
    },
  )
  return entryId
}
