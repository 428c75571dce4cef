import {
  type AlertRuleSettings,
  type CaseConfiguration,
  type FunctionBody,
  productionBranch,
  type RuleBody,
  type RuleType,
  type TemplateKind,
  type VelocitySetBody,
} from '../../../contract/index.ts'
import { parseVelocity } from '../../../engine/resources/velocity-text.ts'
import type { PlacedText } from '../../../fql/check/attribute-reads.ts'
import { decisionsSetting, decisionsSettings } from '../../../kernel/case-options/decisions-setting.ts'
import type { Db } from '../../../ports/database.ts'
import type { AssessmentContent, EnvironmentContent, RuleContent } from '../../templates/model.ts'

/** A resource with the texts in it. */
export interface TextHolder {
  kind: 'rule' | 'velocity' | 'function' | 'decision' | 'template' | 'alert'
  id: string
  name: string
  environmentId: string
  ruleType: RuleType | null
  templateKind: TemplateKind | null
  status: 'active' | 'inactive' | null
  /** The assessment whose events the texts read; null for events of any assessment. */
  eventType: string | null
  branch: string | null
  texts: readonly PlacedText[]
}
type LoadHolders = (db: Db, environmentIds: readonly string[]) => Promise<TextHolder[]>

/** Resources of an environment that can hold texts, by table and column. Drafts and former versions are no uses. */
export const textSources: Readonly<Record<string, LoadHolders>> = {
  'rule.body': (db, environmentIds) => loadRules(db, environmentIds),
  'velocity_set.body': loadVelocitySets,
  'function.body': loadFunctions,
  'setting.value': loadDecisions,
  'template.content': loadTemplates,
  'alert_rule.settings': loadAlertRules,
}

/** Loads every resource of the environments that holds texts. */
export async function loadTextHolders(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  if (environmentIds.length === 0) return []
  return (await Promise.all(Object.values(textSources).map(load => load(db, environmentIds)))).flat()
}

const ruleTexts = ({ condition, clauses }: Pick<RuleBody, 'condition' | 'clauses'>): PlacedText[] => [
  { place: null, text: condition },
  ...clauses.map(({ name, text }) => ({ place: name, text })),
]
const velocityTexts = ({ condition, velocities }: Pick<VelocitySetBody, 'condition' | 'velocities'>): PlacedText[] => [
  { place: null, text: condition },
  ...velocities.map(({ text }) => ({ place: parseVelocity(text)?.name ?? null, text })),
]
const functionTexts = ({ properties }: Pick<FunctionBody, 'properties'>): PlacedText[] =>
  properties.map(({ name, code }) => ({ place: name, text: code }))
const withinTemplate = (name: string, texts: readonly PlacedText[]): PlacedText[] =>
  texts.map(({ place, text }) => ({ place: place === null ? name : `${name}: ${place}`, text }))

/** Loads the rules of the environments that decide events of an assessment at present. */
export const loadDecisionRules = (
  db: Db,
  environmentIds: readonly string[],
  eventType: string,
): Promise<TextHolder[]> => loadRules(db, environmentIds, eventType)

/** @param decided loads only active rules of the production branch that decide events of this assessment */
async function loadRules(db: Db, environmentIds: readonly string[], decided?: string): Promise<TextHolder[]> {
  const rows = await db
    .selectFrom('rule')
    .select(['id', 'name', 'environment_id', 'type', 'status', 'event_type', 'branch', 'body'])
    .where('environment_id', 'in', environmentIds)
    .$if(decided !== undefined, query =>
      query
        .where('event_type', '=', decided ?? '')
        .where('type', '=', 'decision')
        .where('status', '=', 'active')
        .where('branch', '=', productionBranch),
    )
    .orderBy('event_type')
    .orderBy('branch')
    .orderBy('type')
    .orderBy('position')
    .execute()
  return rows.map(row => ({
    kind: 'rule' as const,
    id: row.id,
    name: row.name,
    environmentId: row.environment_id,
    ruleType: row.type,
    templateKind: null,
    status: row.status,
    eventType: row.event_type,
    branch: row.branch,
    texts: ruleTexts(row.body as RuleBody),
  }))
}

const anyEvent = { ruleType: null, templateKind: null, eventType: null, branch: null } as const

async function loadVelocitySets(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  const rows = await resourcesOf(db, 'velocity_set', environmentIds)
  return rows.map(row => ({ ...row, kind: 'velocity', texts: velocityTexts(row.body as VelocitySetBody) }))
}

async function loadFunctions(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  const rows = await resourcesOf(db, 'function', environmentIds)
  return rows.map(row => ({ ...row, kind: 'function', texts: functionTexts(row.body as FunctionBody) }))
}

/** Alert rules on how many events have a field; their text is its path. */
async function loadAlertRules(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .select(['id', 'name', 'environment_id', 'settings', 'enabled'])
    .where('environment_id', 'in', environmentIds)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ id, name, environment_id: environmentId, settings, enabled }) => {
    const { field, eventType } = settings as AlertRuleSettings
    const status = enabled ? 'active' : 'inactive'
    if (field === null) return []
    return {
      ...anyEvent,
      kind: 'alert',
      id,
      name,
      environmentId,
      status,
      eventType,
      texts: [{ place: null, text: field }],
    }
  })
}

async function resourcesOf(db: Db, table: 'velocity_set' | 'function', environmentIds: readonly string[]) {
  const rows = await db
    .selectFrom(table as 'velocity_set')
    .select(['id', 'name', 'environment_id', 'status', 'body'])
    .where('environment_id', 'in', environmentIds)
    .orderBy('name')
    .execute()
  return rows.map(({ id, name, environment_id, status, body }) => ({
    id,
    name,
    environmentId: environment_id,
    status,
    body,
    ...anyEvent,
  }))
}

/** The statements of the decisions of cases. */
async function loadDecisions(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  const rows = await db
    .selectFrom('setting')
    .select(['scope', 'key', 'value'])
    .where('scope', 'in', environmentIds)
    .where('key', 'like', decisionsSettings)
    .orderBy('key')
    .execute()
  return rows.map(({ scope, key, value }) => {
    const eventType = key.slice(decisionsSetting('').length)
    const { queueDecisions, challengeAction } = (value as { configuration: CaseConfiguration }).configuration
    return {
      kind: 'decision',
      id: key,
      name: eventType,
      environmentId: scope,
      status: null,
      ...anyEvent,
      eventType,
      texts: [
        ...queueDecisions.flatMap(({ name, fqlAction }) =>
          fqlAction == null ? [] : [{ place: name, text: fqlAction }],
        ),
        ...(challengeAction == null ? [] : [{ place: null, text: challengeAction }]),
      ],
    }
  })
}

async function loadTemplates(db: Db, environmentIds: readonly string[]): Promise<TextHolder[]> {
  const rows = await db
    .selectFrom('template')
    .select(['id', 'name', 'environment_id', 'kind', 'content'])
    .where('environment_id', 'in', environmentIds)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ id, name, environment_id: environmentId, kind, content }): TextHolder[] =>
    partsOfTemplate(kind, content).map(({ eventType, texts }) => ({
      ...anyEvent,
      kind: 'template',
      templateKind: kind,
      id,
      name,
      environmentId,
      status: null,
      eventType,
      texts,
    })),
  )
}

/** Returns the texts of a template by the assessment whose events they read. */
function partsOfTemplate(kind: TemplateKind, content: unknown): { eventType: string | null; texts: PlacedText[] }[] {
  if (kind === 'rule') {
    const { assessment, body } = content as RuleContent
    return [{ eventType: assessment.key, texts: ruleTexts(body) }]
  }
  if (kind === 'assessment') {
    const { definition, rules } = content as AssessmentContent
    return rules.map(({ body }) => ({
      eventType: definition.apiName,
      texts: withinTemplate(body.name, ruleTexts(body)),
    }))
  }
  const { rules, velocitySets, functions } = content as EnvironmentContent
  return [
    ...rules.map(({ assessment, body }) => ({
      eventType: assessment,
      texts: withinTemplate(body.name, ruleTexts(body)),
    })),
    ...velocitySets.map(({ body }) => ({ eventType: null, texts: withinTemplate(body.name, velocityTexts(body)) })),
    ...functions.map(body => ({ eventType: null, texts: withinTemplate(body.name, functionTexts(body)) })),
  ]
}
