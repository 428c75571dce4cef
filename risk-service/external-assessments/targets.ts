import type { Kysely } from 'kysely'
import type { AssessmentTarget, TargetConfiguration } from '../contract/external-calls.ts'
import { observationSchemas, schemas } from '../engine/event-schemas.ts'
import { isObject } from '../engine/json.ts'
import { type AssessmentRow, type OwnAssessment, ownAssessment } from '../engine/own-assessment.ts'
import { type EventSchema, resolve } from '../engine/schema-types.ts'
import type { EnvironmentTree } from '../environments/tree.ts'
import { Missing } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { assessmentsIn } from './store.ts'

type Db = Kysely<Database>
export interface Target extends AssessmentTarget {
  sample: Record<string, unknown>
}

export function rootOf(tree: EnvironmentTree, environmentId: string): string {
  let at = environmentId
  for (let parent = tree.get(at)?.parentId; parent != null; parent = tree.get(at)?.parentId) at = parent
  return at
}

/** What is set of an assessment for those who call it; private without a sample until somebody sets it. */
export function configurationOf(settings: unknown): TargetConfiguration {
  const { sharing, sampleResponse } = isObject(settings) ? settings : {}
  return { sharing: sharing === 'shared' ? 'shared' : 'private', sampleResponse: sampleResponse ?? null }
}

/**
 * Assessments that can be called from an environment: those of its own root, and shared ones of the tenant (10 section
 * 7).
 */
export async function targetsFrom(db: Db, tree: EnvironmentTree, environmentId: string): Promise<Target[]> {
  const own = rootOf(tree, environmentId)
  const roots = [...tree.values()]
    .filter(node => node.parentId === null && node.status === 'Active')
    .map(({ id }) => id)
  const rows = await assessmentsIn(db, roots)
  return rows
    .filter(row => row.kind === 'wizard')
    .flatMap((row): Target[] => {
      const configuration = configurationOf(row.settings)
      if (row.environment_id !== own && configuration.sharing !== 'shared') return []
      return [toTarget(tree, row, configuration)]
    })
}

function toTarget(tree: EnvironmentTree, row: AssessmentRow, { sharing, sampleResponse }: TargetConfiguration): Target {
  const own = ownAssessment(row)
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

/** Ways to call an assessment, each with a text to copy; the name in it is that of the assessment. */
function interfacesOf({ apiName, observations, hasLabel, schema }: OwnAssessment): AssessmentTarget['interfaces'] {
  return [
    {
      kind: 'evaluate' as const,
      observation: null,
      fql: `Assessments.${apiName}.Evaluate($baseInput = @@)`,
      required: requiredOf(schema),
    },
    ...observations.map(observation => ({
      kind: 'observe' as const,
      observation: observation.apiName,
      fql: `Assessments.${apiName}.Observe("${observation.apiName}", $baseInput = @@)`,
      required: requiredOf(observationSchemas[observation.template]),
    })),
    ...(hasLabel
      ? [
          {
            kind: 'label' as const,
            observation: null,
            fql: `Assessments.${apiName}.Label($baseInput = @@)`,
            required: requiredOf(schemas.observationLabel),
          },
        ]
      : []),
  ]
}

/** Paths of the fields without which a call is refused. */
function requiredOf(schema: EventSchema, root = schema, path = '', depth = 0): string[] {
  return (schema.required ?? []).flatMap(name => {
    const at = path === '' ? name : `${path}.${name}`
    const inner = schema.properties?.[name]
    const below = inner === undefined || depth > 6 ? [] : requiredOf(resolve(inner, root), root, at, depth + 1)
    return below.length > 0 ? below : [at]
  })
}

/** An assessment that was made in this very root environment. @throws Missing */
export async function requireOwn(db: Db, environmentId: string, eventType: string): Promise<AssessmentRow> {
  const found = (await assessmentsIn(db, [environmentId])).find(
    row => row.api_name === eventType && row.kind === 'wizard',
  )
  if (!found) throw new Missing('There is no such assessment in this root environment.')
  return found
}
