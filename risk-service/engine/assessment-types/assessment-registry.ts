import type { RuleVocabulary } from '../../contract/index.ts'
import type { Ports } from '../../ports/index.ts'
import {
  type AssessmentInfo,
  type AssessmentLookup,
  builtInAssessments,
  storedTypesOf,
} from '../assessments/assessment-info.ts'
import { parseTenantAssessment, type TenantAssessment } from '../assessments/tenant-assessment.ts'
import { userAgentAttributes } from '../enrich/purchase-features.ts'
import { type Attribute, attributeMap, attributesOf, deviceEnrichmentAttributes } from '../ingest/attributes.ts'
import type { EventSchema } from '../ingest/event-schema.ts'
import { schemas } from '../ingest/event-schemas.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { accountCreationType, accountLoginType } from './account.ts'
import type { AssessmentType } from './assessment-type.ts'
import { signInType, signUpType } from './legacy-sign.ts'
import { purchaseType } from './purchase.ts'
import { createLegacyCustomType, createWizardType } from './tenant.ts'

/** The assessments of all environments: built-in ones and tenant assessments. */
export interface AssessmentRegistry extends AssessmentLookup {
  /** The assessment type of an event; null when the environment has no such assessment. */
  typeOf: (environmentId: string, eventType: string) => AssessmentType | null
  /** The assessment type by which a stored event is read: that of a former API name, too. */
  storedTypeOf: (environmentId: string, eventType: string) => AssessmentType | null
  /** A tenant assessment by its API name, in exact spelling. */
  own: (environmentId: string, apiName: string) => TenantAssessment | null
  /** All tenant assessments, oldest first. */
  ownOf: (environmentId: string) => readonly TenantAssessment[]
  /** Their API names, with those of before. */
  ownNames: (environmentId: string) => readonly string[]
  /** Names of the environments from the root, joined with `/`. */
  pathOf: (environmentId: string) => string
  reload: () => Promise<void>
  /** Reads again for an unknown name, but not for every wrong one. */
  reloadIfStale: () => Promise<void>
}

interface Entry {
  own: TenantAssessment
  kind: AssessmentType
  rules: AssessmentInfo
}
interface State {
  roots: ReadonlyMap<string, string>
  paths: ReadonlyMap<string, string>
  byRoot: ReadonlyMap<string, ReadonlyMap<string, Entry>>
}

const reloadIntervalMs = 1000
/** The built-in assessment types by their event type. */
export const builtInTypes: ReadonlyMap<string, AssessmentType> = new Map([
  ['purchase', purchaseType],
  ['accountcreation', accountCreationType],
  ['accountlogin', accountLoginType],
  ['signup', signUpType],
  ['signin', signInType],
])

const vocabularyOf = (attributes: readonly Attribute[]): RuleVocabulary => ({
  attributes: attributes.map(({ values, ...attribute }) => ({
    ...attribute,
    ...(values === undefined ? {} : { values: [...values] }),
  })),
})

/** Attributes of account events: the schema's, the scores and what enrichment adds. */
const accountAttributes = (schema: EventSchema): readonly Attribute[] => [
  ...attributesOf(schema),
  { path: 'riskScore', type: 'number', description: 'Risk score 0 to 999; in clauses after risk scoring' },
  { path: 'botScore', type: 'number', description: 'Bot score 0 to 999; in clauses after bot scoring' },
  { path: 'calculatedFeatures', type: 'object', description: 'Features of the e-mail address' },
  { path: 'calculatedFeatures.emailDomain', type: 'string', description: 'Domain of the e-mail address' },
  { path: 'calculatedFeatures.emailPattern', type: 'string', description: 'Shape of its local part' },
  ...deviceEnrichmentAttributes,
  ...userAgentAttributes,
]

/** The built-in assessments with the attributes of their schemas, created at their first use. */
let builtInInfosCache: ReadonlyMap<string, AssessmentInfo> | undefined
function builtInInfos(): ReadonlyMap<string, AssessmentInfo> {
  return (builtInInfosCache ??= new Map(
    builtInAssessments.list('').map(assessment => {
      const schema =
        assessment.key === 'accountcreation'
          ? schemas.accountCreation
          : assessment.key === 'accountlogin'
            ? schemas.accountLogin
            : null
      if (schema === null) return [assessment.key, assessment]
      const attributes = accountAttributes(schema)
      return [
        assessment.key,
        {
          ...assessment,
          check: { ...assessment.check, attributes: attributeMap(attributes) },
          vocabulary: vocabularyOf(attributes),
        },
      ]
    }),
  ))
}

function createEntry(own: TenantAssessment): Entry {
  const attributes =
    own.kind === 'wizard'
      ? [...attributesOf(own.schema), ...deviceEnrichmentAttributes, ...userAgentAttributes]
      : sampleAttributes(own.sample)
  return {
    own,
    kind: own.kind === 'wizard' ? createWizardType(own) : createLegacyCustomType(own),
    rules: {
      key: own.apiName,
      ...(own.formerNames.length === 0 ? {} : { formerNames: own.formerNames }),
      id: own.id,
      name: own.friendlyName,
      kind: own.kind === 'wizard' ? 'wizard' : 'legacyCustom',
      sections: ['prior'],
      actions: own.kind === 'wizard',
      search: own.search,
      cases: own.cases,
      reports: own.reports,
      amounts: own.amounts,
      reportFilters: own.reportFilters,
      dataFilters: own.dataFilters,
      ...(own.kind === 'wizard' ? { observedFields: own.observedFields } : {}),
      check: { attributes: attributeMap(attributes), ...(own.template === null ? {} : { template: own.template }) },
      vocabulary: vocabularyOf(attributes),
      payload: own.sample,
    },
  }
}

/** Returns the attributes in the sample of a legacy custom assessment: its rules can name them. */
export function sampleAttributes(sample: unknown, path = '', found: Attribute[] = [], depth = 0): Attribute[] {
  if (typeof sample !== 'object' || sample === null || depth > 8) return found
  for (const [key, value] of Object.entries(sample)) {
    const at = path === '' ? key : `${path}.${key}`
    const list = Array.isArray(value)
    const type = list ? 'array' : typeof value
    found.push({
      path: at,
      type: type === 'number' || type === 'boolean' || type === 'object' || type === 'array' ? type : 'string',
    })
    sampleAttributes(list ? (value as unknown[])[0] : value, at, found, depth + 1)
  }
  return found
}

/**
 * Creates a look-up of the built-in assessments together with these, for any environment: for checks before an
 * environment exists.
 */
export function createAssessmentLookup(
  own: readonly TenantAssessment[],
): AssessmentLookup & { ownOf: (environmentId: string) => readonly TenantAssessment[] } {
  const tenantInfos = new Map(own.map(each => [each.apiName, createEntry(each).rules]))
  return {
    find: (_environmentId, key) => builtInInfos().get(key) ?? tenantInfos.get(key) ?? null,
    list: () => [...builtInInfos().values(), ...tenantInfos.values()],
    ownOf: () => own,
  }
}

export function createAssessmentRegistry({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): AssessmentRegistry {
  let state: State = { roots: new Map(), paths: new Map(), byRoot: new Map() }
  let readAt = 0

  const reloads = createSerialQueue()
  const reload = (): Promise<void> => reloads(readAll)
  async function readAll(): Promise<void> {
    readAt = clock().getTime()
    const [environments, rows] = await Promise.all([
      db.selectFrom('environment').select(['id', 'parent_id', 'name']).execute(),
      db.selectFrom('assessment').selectAll().orderBy('created_at').orderBy('id').execute(),
    ])
    const byId = new Map(environments.map(row => [row.id, row]))
    const lines = environments.map(({ id }) => {
      const line: { id: string; name: string }[] = []
      for (
        let at = byId.get(id);
        at !== undefined && !line.includes(at);
        at = at.parent_id === null ? undefined : byId.get(at.parent_id)
      )
        line.unshift(at)
      return [id, line] as const
    })
    const byRoot = new Map<string, Map<string, Entry>>()
    for (const row of rows) {
      try {
        const entry = createEntry(parseTenantAssessment(row))
        byRoot.set(
          row.environment_id,
          (byRoot.get(row.environment_id) ?? new Map<string, Entry>()).set(row.api_name, entry),
        )
      } catch {
        // An assessment that another version of the product wrote must not stop the others.
        log.write(3, 'assessments.not-read', { assessmentId: row.id })
      }
    }
    state = {
      roots: new Map(lines.map(([id, line]) => [id, line[0]?.id ?? id])),
      paths: new Map(lines.map(([id, line]) => [id, line.map(({ name }) => name).join('/')])),
      byRoot,
    }
  }

  const entries = (environmentId: string) => state.byRoot.get(state.roots.get(environmentId) ?? environmentId)
  const typeOf = (environmentId: string, eventType: string): AssessmentType | null =>
    builtInTypes.get(eventType) ?? entries(environmentId)?.get(eventType)?.kind ?? null
  return {
    reload,
    async reloadIfStale() {
      if (clock().getTime() - readAt >= reloadIntervalMs) await reload()
    },
    typeOf,
    storedTypeOf: (environmentId, eventType) =>
      typeOf(environmentId, eventType) ??
      [...(entries(environmentId)?.values() ?? [])].find(({ own }) => own.formerNames.includes(eventType))?.kind ??
      null,
    own: (environmentId, apiName) => entries(environmentId)?.get(apiName)?.own ?? null,
    ownOf: environmentId => [...(entries(environmentId)?.values() ?? [])].map(({ own }) => own),
    ownNames: environmentId =>
      [...(entries(environmentId)?.values() ?? [])].flatMap(({ rules }) => storedTypesOf(rules)),
    pathOf: environmentId => state.paths.get(environmentId) ?? '',
    find: (environmentId, key) => builtInInfos().get(key) ?? entries(environmentId)?.get(key)?.rules ?? null,
    list: environmentId => [
      ...builtInInfos().values(),
      ...[...(entries(environmentId)?.values() ?? [])].map(({ rules }) => rules),
    ],
  }
}
