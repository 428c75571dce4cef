import { sql } from 'kysely'
import { parseTenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'

/**
 * Returns the schema of the body of an assessment of the wizard, by its id or API name, as validators outside read it.
 * @throws NotFoundError where the environment has no such assessment
 */
export async function exportSchema(
  { db, tree }: Pick<EnvironmentCallContext, 'db' | 'tree'>,
  { environmentId, assessmentId }: { environmentId: string; assessmentId: string },
): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', rootIdOf(tree, environmentId))
    .where('kind', '=', 'wizard')
    .where(sql<boolean>`${assessmentId.toLowerCase()} in (id::text, lower(api_name))`)
    .executeTakeFirst()
  if (row === undefined) throw new NotFoundError('This environment has no such assessment.')
  const { type, properties, required, additionalProperties, $defs } = parseTenantAssessment(row).schema
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:assay:assessment:${row.id}:${row.schema_version}`,
    title: row.friendly_name,
    description: `Body of POST /v1.0/assessment/${row.api_name}`,
    type,
    properties,
    required,
    additionalProperties,
    $defs,
  }
}
