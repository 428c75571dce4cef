import type { CallRegistry } from '../../engine/calls/types.ts'
import { type EnvironmentRow, loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { importConfig } from '../configuration/import/import-config.ts'
import { loadImportScope } from '../configuration/import/import-scope.ts'
import { configOf, createAssessments } from './environment-template.ts'
import type { EnvironmentContent } from './model.ts'
import { parseContent } from './template-file.ts'

interface TemplateApplicationContext extends Ports {
  calls: Pick<CallRegistry, 'encrypt' | 'addressIssue' | 'reload'>
}

/** The name of a template, and its content. */
export interface PendingTemplate {
  template: string
  content: EnvironmentContent
}

/**
 * Stores the templates that are applied to environments as soon as these are created, in the transaction of their
 * creation.
 */
export async function schedulePendingTemplate(
  trx: Db,
  environmentIds: readonly string[],
  { template, content, author }: PendingTemplate & { author: { id: string; name: string } },
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
 * Applies the template of an environment; returns true when it had one. All of it is applied or nothing, except
 * assessments, which a next attempt finds.
 * @throws TemplateApplicationError where something that the template names was removed since it was checked
 */
export async function applyPendingTemplate(filler: TemplateApplicationContext, row: EnvironmentRow): Promise<boolean> {
  const { db, newId } = filler
  const filling = await db
    .selectFrom('environment_filling')
    .selectAll()
    .where('environment_id', '=', row.id)
    .executeTakeFirst()
  if (!filling) return false
  const author = { id: filling.asked_by, name: filling.asked_by_name }
  try {
    const content = parseContent('environment', filling.content)
    const maker = {
      ports: filler,
      principal: { tenantId: row.tenant_id, ...author, username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: newId(),
    }
    await createAssessments(db, maker, content, row.id)
    const scope = await loadImportScope(filler, row.id)
    const stored = await loadEnvironmentTree(db, row.tenant_id)
    const node = stored.get(row.id)
    // A call may refer to the environment itself: it counts as Active while the template is applied.
    const tree = new Map([...stored, ...(node ? [[row.id, { ...node, status: 'Active' as const }] as const] : [])])
    const config = configOf(content)
    const report = await importConfig(
      {
        ...maker,
        environmentId: row.id,
        ...scope,
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
    if (fault) throw new TemplateApplicationError(`${fault.file}: ${fault.message}`)
  } catch (error) {
    throw error instanceof ValidationError || error instanceof ConflictError
      ? new TemplateApplicationError(error.message)
      : error
  }
  await filler.calls.reload(row.id)
  await db.deleteFrom('environment_filling').where('environment_id', '=', row.id).execute()
  return true
}
/** Thrown when the template of an environment cannot be applied. */
export class TemplateApplicationError extends Error {}
