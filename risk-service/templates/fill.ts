import type { Kysely } from 'kysely'
import { importConfig } from '../config/import.ts'
import { createAssessmentBook } from '../engine/assessments.ts'
import type { CallBook } from '../engine/calls/book.ts'
import { createResourceBook } from '../engine/resource-book.ts'
import { FillingFailed } from '../environments/provisioning.ts'
import { type EnvironmentRow, loadTree } from '../environments/tree.ts'
import type { Ports } from '../ports.ts'
import { Conflict, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { configOf, makeAssessments } from './environment.ts'
import { readContent } from './file.ts'
import type { EnvironmentContent } from './model.ts'

interface Filler extends Ports {
  calls: Pick<CallBook, 'seal' | 'problemOf' | 'reload'>
}

/** The name of a template, and what it holds. */
export interface Filling {
  template: string
  content: EnvironmentContent
}

/** What environments are to be filled with as soon as they are made, together with their creation. */
export async function noteFilling(
  trx: Kysely<Database>,
  environmentIds: readonly string[],
  { template, content, author }: Filling & { author: { id: string; name: string } },
): Promise<void> {
  await trx
    .insertInto('environment_filling')
    .values(
      environmentIds.map(environment_id => ({
        environment_id,
        template,
        content: JSON.stringify(content),
        asked_by: author.id,
        asked_by_name: author.name,
      })),
    )
    .execute()
}

/**
 * Makes of an environment what its template says; true when it had one. It is done in one go or not at all, apart from
 * assessments, which a next attempt finds.
 * @throws FillingFailed where something that the template names has gone since it was checked
 */
export async function fillEnvironment(filler: Filler, row: EnvironmentRow): Promise<boolean> {
  const { db, log, newId } = filler
  const filling = await db
    .selectFrom('environment_filling')
    .selectAll()
    .where('environment_id', '=', row.id)
    .executeTakeFirst()
  if (!filling) return false
  const author = { id: filling.asked_by, name: filling.asked_by_name }
  try {
    const content = readContent('environment', filling.content)
    const maker = {
      ports: filler,
      principal: { tenantId: row.tenant_id, ...author, username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: newId(),
    }
    await makeAssessments(db, maker, content, row.id)
    const assessments = createAssessmentBook(filler)
    const resources = createResourceBook({ db, log, assessments }, 'closures')
    await assessments.reload()
    await resources.reload()
    const known = await loadTree(db, row.tenant_id)
    const node = known.get(row.id)
    // What it calls may be its own: it counts as there while it is being filled.
    const tree = new Map([...known, ...(node ? [[row.id, { ...node, status: 'Active' as const }] as const] : [])])
    const config = configOf(content)
    const report = await importConfig(
      {
        ...maker,
        environmentId: row.id,
        assessments,
        inherited: resources.check(row.id).functions,
        calls: filler.calls,
        tree,
        queues: [],
        announce: () => Promise.resolve(),
      },
      {
        config,
        places: new Map(),
        resourcePlaces: new Map(),
        problems: [],
        covers: {
          settings: true,
          rules: [...new Set(config.rules.map(({ assessment }) => assessment))],
          customLists: true,
          sourceLists: true,
          supportLists: [],
          externalCalls: true,
          externalAssessments: true,
          velocitySets: true,
          functions: true,
        },
      },
      { prune: false, dryRun: false },
    )
    const fault = report.problems.find(({ severity }) => severity === 'error')
    if (fault) throw new FillingFailed(`${fault.file}: ${fault.message}`)
  } catch (error) {
    throw error instanceof RefusedValue || error instanceof Conflict ? new FillingFailed(error.message) : error
  }
  await filler.calls.reload(row.id)
  await db.deleteFrom('environment_filling').where('environment_id', '=', row.id).execute()
  return true
}
