import type { AssessmentTarget, TargetConfiguration } from '../../contract/external-calls/external-assessments.ts'
import { labelSchemaOf, observationSchemaOf } from '../../engine/assessments/observation-schemas.ts'
import {
  type AssessmentRow,
  parseTenantAssessment,
  type TenantAssessment,
} from '../../engine/assessments/tenant-assessment.ts'
import { type EventSchema, resolveReference } from '../../engine/ingest/event-schema.ts'
import { isObject } from '../../engine/lib/json.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { loadAssessments, loadPointersTo } from './store.ts'

export interface TargetAssessment extends AssessmentTarget {
  sample: Record<string, unknown>
}

/** Returns the configuration of an assessment for its callers; private without a sample by default. */
export function configurationOf(settings: unknown): TargetConfiguration {
  const { sharing, sampleResponse } = isObject(settings) ? settings : {}
  return { sharing: sharing === 'shared' ? 'shared' : 'private', sampleResponse: sampleResponse ?? null }
}

/**
 * Loads the assessments that can be called from an environment: those of its own root, and shared ones of the tenant
 * (10 section 7).
 */
export async function loadTargets(db: Db, tree: EnvironmentTree, environmentId: string): Promise<TargetAssessment[]> {
  const own = rootIdOf(tree, environmentId)
  const roots = [...tree.values()]
    .filter(node => node.parentId === null && node.status === 'Active')
    .map(({ id }) => id)
  const rows = await loadAssessments(db, roots)
  return rows
    .filter(row => row.kind === 'wizard')
    .flatMap((row): TargetAssessment[] => {
      const configuration = configurationOf(row.settings)
      if (row.environment_id !== own && configuration.sharing !== 'shared') return []
      return [toTarget(tree, row, configuration)]
    })
}

function toTarget(
  tree: EnvironmentTree,
  row: AssessmentRow,
  { sharing, sampleResponse }: TargetConfiguration,
): TargetAssessment {
  const own = parseTenantAssessment(row)
  return {
    environmentId: row.environment_id,
    environmentPath: tree.get(row.environment_id)?.friendlyName ?? '',
    eventType: own.apiName,
    name: own.friendlyName,
    sharing,
    interfaces: interfacesOf(own),
    sampleResponse,
    sample: own.sample,
  }
}

/** Returns the interfaces of an assessment, each with a text to copy; the name in it is that of the assessment. */
function interfacesOf({
  apiName,
  observations,
  hasLabel,
  labelFields,
  schema,
}: TenantAssessment): AssessmentTarget['interfaces'] {
  return [
    {
      kind: 'evaluate' as const,
      observation: null,
      fql: `Assessments.${apiName}.Evaluate($baseInput = @@)`,
      required: requiredFields(schema),
    },
    ...observations.map(observation => ({
      kind: 'observe' as const,
      observation: observation.apiName,
      fql: `Assessments.${apiName}.Observe("${observation.apiName}", $baseInput = @@)`,
      required: requiredFields(observationSchemaOf(observation)),
    })),
    ...(hasLabel
      ? [
          {
            kind: 'label' as const,
            observation: null,
            fql: `Assessments.${apiName}.Label($baseInput = @@)`,
            required: requiredFields(labelSchemaOf({ labelFields })),
          },
        ]
      : []),
  ]
}

/** Returns the paths of the required fields of a call. */
function requiredFields(schema: EventSchema, root = schema, path = '', depth = 0): string[] {
  return (schema.required ?? []).flatMap(name => {
    const at = path === '' ? name : `${path}.${name}`
    const inner = schema.properties?.[name]
    const below =
      inner === undefined || depth > 6 ? [] : requiredFields(resolveReference(inner, root), root, at, depth + 1)
    return below.length > 0 ? below : [at]
  })
}

/** Loads a tenant assessment of this root environment itself. @throws NotFoundError */
export async function requireTenantAssessment(
  db: Db,
  environmentId: string,
  eventType: string,
): Promise<AssessmentRow> {
  const found = (await loadAssessments(db, [environmentId])).find(
    row => row.api_name === eventType && row.kind === 'wizard',
  )
  if (!found) throw new NotFoundError('There is no such assessment in this root environment.')
  return found
}

/** Finds the external assessments of the tenant that call an assessment. */
export async function findCallers(
  db: Db,
  tree: EnvironmentTree,
  target: { environmentId: string; eventType: string },
): Promise<{ name: string; environmentId: string }[]> {
  return (await loadPointersTo(db, target))
    .filter(({ environment_id: id }) => tree.has(id))
    .map(({ name, environment_id: environmentId }) => ({ name, environmentId }))
}
