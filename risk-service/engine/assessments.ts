import type { RuleVocabulary } from '../contract/index.ts'
import type { Ports } from '../ports.ts'
import { type Attribute, attributeMap, attributesOf, deviceEnrichmentAttributes } from './attributes.ts'
import { userAgentAttributes } from './enrichment/features.ts'
import { schemas } from './event-schemas.ts'
import { createLine } from './in-turn.ts'
import { accountCreationKind, accountLoginKind } from './kinds/account.ts'
import type { AssessmentKind } from './kinds/kind.ts'
import { signInKind, signUpKind } from './kinds/legacy-sign.ts'
import { legacyCustomKind, wizardKind } from './kinds/own.ts'
import { purchaseKind } from './kinds/purchase.ts'
import { type OwnAssessment, ownAssessment } from './own-assessment.ts'
import { builtInAssessments, type RuleAssessment, type RuleAssessments } from './rule-assessments.ts'
import type { EventSchema } from './schema-types.ts'

/** The assessments of all environments: the product's and those that tenants made. */
export interface AssessmentBook extends RuleAssessments {
  /** How an event is assessed; null when the environment has no such assessment. */
  kindOf: (environmentId: string, eventType: string) => AssessmentKind | null
  /** One that the tenant made, by its API name as it is written. */
  own: (environmentId: string, apiName: string) => OwnAssessment | null
  /** All that the tenant made, oldest first. */
  ownOf: (environmentId: string) => readonly OwnAssessment[]
  /** Their API names. */
  ownNames: (environmentId: string) => readonly string[]
  /** Names of the environments from the root, joined with `/`. */
  pathOf: (environmentId: string) => string
  reload: () => Promise<void>
  /** Reads anew for a name that is not known, but not for every wrong one. */
  newer: () => Promise<void>
}

interface Entry {
  own: OwnAssessment
  kind: AssessmentKind
  rules: RuleAssessment
}
interface State {
  roots: ReadonlyMap<string, string>
  paths: ReadonlyMap<string, string>
  byRoot: ReadonlyMap<string, ReadonlyMap<string, Entry>>
}

const askAgainAfterMs = 1000
/** The product's own, by their event type. */
export const builtInKinds: ReadonlyMap<string, AssessmentKind> = new Map([
  ['purchase', purchaseKind],
  ['accountcreation', accountCreationKind],
  ['accountlogin', accountLoginKind],
  ['signup', signUpKind],
  ['signin', signInKind],
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

/** The built-in ones with the attributes of their schemas, made when they are first asked for. */
let described: ReadonlyMap<string, RuleAssessment> | undefined
function builtInRules(): ReadonlyMap<string, RuleAssessment> {
  return (described ??= new Map(
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

function entryOf(own: OwnAssessment): Entry {
  const attributes =
    own.kind === 'wizard'
      ? [...attributesOf(own.schema), ...deviceEnrichmentAttributes, ...userAgentAttributes]
      : sampleAttributes(own.sample)
  return {
    own,
    kind: own.kind === 'wizard' ? wizardKind(own) : legacyCustomKind(own),
    rules: {
      key: own.apiName,
      id: own.id,
      name: own.friendlyName,
      kind: own.kind === 'wizard' ? 'wizard' : 'legacyCustom',
      sections: ['prior'],
      actions: own.kind === 'wizard',
      check: { attributes: attributeMap(attributes), ...(own.template === null ? {} : { template: own.template }) },
      vocabulary: vocabularyOf(attributes),
      payload: own.sample,
    },
  }
}

/** Whatever the sample of a legacy custom assessment lists is offered in its rules. */
function sampleAttributes(sample: unknown, path = '', found: Attribute[] = [], depth = 0): Attribute[] {
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

/** The product's assessments together with these, whatever the environment: for what is checked before there is one. */
export function assessmentsWith(
  own: readonly OwnAssessment[],
): RuleAssessments & { ownOf: (environmentId: string) => readonly OwnAssessment[] } {
  const made = new Map(own.map(each => [each.apiName, entryOf(each).rules]))
  return {
    find: (_environmentId, key) => builtInRules().get(key) ?? made.get(key) ?? null,
    list: () => [...builtInRules().values(), ...made.values()],
    ownOf: () => own,
  }
}

export function createAssessmentBook({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): AssessmentBook {
  let state: State = { roots: new Map(), paths: new Map(), byRoot: new Map() }
  let readAt = 0

  const inTurn = createLine()
  const reload = (): Promise<void> => inTurn(readAll)
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
        const entry = entryOf(ownAssessment(row))
        byRoot.set(
          row.environment_id,
          (byRoot.get(row.environment_id) ?? new Map<string, Entry>()).set(row.api_name, entry),
        )
      } catch {
        // One that another version of the product wrote must not stop the others.
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
  return {
    reload,
    async newer() {
      if (clock().getTime() - readAt >= askAgainAfterMs) await reload()
    },
    kindOf: (environmentId, eventType) =>
      builtInKinds.get(eventType) ?? entries(environmentId)?.get(eventType)?.kind ?? null,
    own: (environmentId, apiName) => entries(environmentId)?.get(apiName)?.own ?? null,
    ownOf: environmentId => [...(entries(environmentId)?.values() ?? [])].map(({ own }) => own),
    ownNames: environmentId => [...(entries(environmentId)?.keys() ?? [])],
    pathOf: environmentId => state.paths.get(environmentId) ?? '',
    find: (environmentId, key) => builtInRules().get(key) ?? entries(environmentId)?.get(key)?.rules ?? null,
    list: environmentId => [
      ...builtInRules().values(),
      ...[...(entries(environmentId)?.values() ?? [])].map(({ rules }) => rules),
    ],
  }
}
