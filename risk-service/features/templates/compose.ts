import { productionBranch } from '../../contract/index.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { loadDefinitions } from '../assessments/assessment-definition.ts'
import { loadConfiguration } from '../configuration/environment.ts'
import { loadEnvironmentRules } from '../rules/environment-rules.ts'
import { loadRule, type RuleReader } from '../rules/rules.ts'
import { type AssessmentContent, type EnvironmentContent, type RuleContent, withoutConnectionString } from './model.ts'

/** The content of a template before it is stored. */
export interface Composed<Content> {
  source: string
  content: Content
}

/** Composes a published rule of the production branch. @throws NotFoundError, ValidationError */
export async function composeRule(
  db: Db,
  reader: RuleReader,
  engine: Pick<RuleEngine, 'assessment'>,
  ruleId: string,
): Promise<Composed<RuleContent>> {
  const rule = await loadRule(db, reader, false, ruleId)
  if (rule.environmentId !== reader.environmentId) throw new NotFoundError('There is no such rule in this environment.')
  if (rule.published === null || rule.branch !== productionBranch || rule.type === 'routing') {
    throw new ValidationError(['ruleId'], 'A template is created from a published rule of the production branch.')
  }
  const assessment = engine.assessment(rule.environmentId, rule.eventType)
  return {
    source: rule.published.name,
    content: {
      assessment: {
        key: rule.eventType,
        name: assessment?.name ?? rule.eventType,
        kind: assessment?.kind ?? 'builtIn',
      },
      type: rule.type,
      body: rule.published,
    },
  }
}

/** Loads the published rules of the production branch, without routing rules, and their settings. */
async function rulesIn(db: Db, environmentId: string) {
  const { rules, settings } = await loadEnvironmentRules(db, environmentId)
  return {
    rules: rules.flatMap(({ event_type: assessment, type, status, body }) =>
      type === 'routing' ? [] : [{ assessment, type, status, body }],
    ),
    settings: Object.fromEntries(
      settings
        .map(({ eventType, evaluation, payload }) => [
          eventType,
          { ...(evaluation === 'all' ? {} : { evaluation }), ...(payload === null ? {} : { payload }) },
        ])
        .filter(([, value]) => Object.keys(value as object).length > 0),
    ) as EnvironmentContent['settings'],
  }
}

/** Composes a wizard assessment, in the root environment that it was created in. @throws NotFoundError */
export async function composeAssessment(
  db: Db,
  environmentId: string,
  eventType: string,
): Promise<Composed<AssessmentContent>> {
  const { definitions } = await loadDefinitions(db, environmentId)
  const definition = definitions.find(({ apiName }) => apiName === eventType)
  if (!definition) throw new NotFoundError('There is no such assessment in this root environment.')
  const { rules, settings } = await rulesIn(db, environmentId)
  return {
    source: definition.friendlyName,
    content: {
      definition,
      settings: settings[eventType] ?? {},
      rules: rules.filter(({ assessment }) => assessment === eventType).map(({ assessment: _own, ...rule }) => rule),
    },
  }
}

/**
 * Composes the configuration of an environment, without the rows of its lists. @throws ConflictError for one with a
 * custom assessment of the older kind
 */
export async function composeEnvironment(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  now: Date,
): Promise<Composed<EnvironmentContent>> {
  const node = tree.get(environmentId)
  const { definitions, legacy } = await loadDefinitions(db, environmentId)
  if (!node || legacy)
    throw new ConflictError('An environment with a legacy custom assessment cannot become a template.', {
      reason: 'templates.legacyAssessment',
    })
  // The files of lists stay packed: only their names and columns are used.
  const config = await loadConfiguration(db, environmentId, now, () => Promise.resolve(new Uint8Array()))
  const lists = await db
    .selectFrom('list')
    .select(['name', 'description', 'columns'])
    .where('environment_id', '=', environmentId)
    .orderBy('name')
    .execute()
  const connections = new Map(
    config.sourceLists.map(({ name, connection }) => [name, withoutConnectionString(connection)]),
  )
  return {
    source: node.friendlyName,
    content: {
      environment: { name: node.name, description: node.description, geography: node.geography },
      assessments: definitions,
      ...(await rulesIn(db, environmentId)),
      velocitySets: config.velocitySets,
      functions: config.functions,
      externalCalls: config.externalCalls,
      externalAssessments: config.externalAssessments,
      lists: lists.map(({ name, description, columns }) => {
        const connection = connections.get(name)
        return { name, description, columns, ...(connection ? { connection } : {}) }
      }),
    },
  }
}
