import type { Evaluation, EventType, RuleBody, RuleProblem, RuleVocabulary } from '../contract/index.ts'
import { createScope, type CompileOptions } from '../fql/index.ts'
import type { Unavailable} from '../ports.ts';
import { type EventWriter, type Ports } from '../ports.ts'
import { purchaseAnswer, storedEnrichment } from './answer.ts'
import { enrichPurchase, type CountryOf } from './enrich.ts'
import { checkBody, evaluateBody } from './evaluate.ts'
import { packExplanation } from './explanation.ts'
import { labelWrite } from './label.ts'
import { deviceAttributesOf, purchaseVocabulary } from './purchase.ts'
import { createRuleBook } from './rule-book.ts'
import { runRules } from './run-rules.ts'
import { normaliseLabel, normalisePurchase, validateLabel, validatePurchase } from './schemas.ts'
import { scorePurchase } from './score.ts'

export { attributesOf, type Attribute } from './attributes.ts'
export { purchaseAttributes, purchaseCheckEnvironment } from './purchase.ts'
export { evaluationSetting, repeatSetting } from './rule-book.ts'
export type { CountryOf } from './enrich.ts'

export interface EngineInput {
  environmentId: string
  /** Parsed JSON object as it came. */
  body: Record<string, unknown>
  correlationId: string | null
  receivedAt: Date
}
export interface DecideInput extends EngineInput {
  eventType: EventType
  /**
   * History is being imported (request header `x-assay-backfill: true`): the transaction date is then the merchant's own date
   * of the order, when that lies within the last 13 months and not in the future; else, and always without the header, the
   * time of the assessment.
   */
  backfill: boolean
  diagnostics: boolean
}

/** `messages`: the first is the answer's, the rest are further faults. `conflict`: a repeated id in an environment that refuses them. */
export type DecideResult =
  | { kind: 'answer'; answer: string; replayed: boolean }
  | { kind: 'invalid'; messages: string[] }
  | { kind: 'conflict'; message: string }
export type LabelResult = { kind: 'accepted' } | { kind: 'invalid'; messages: string[] }

export interface EngineDeps extends Ports {
  writer: EventWriter
  countryOf: CountryOf
  /** How rules are compiled; `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}

export interface Engine {
  /** Durable when it resolves. Rejects with `Unavailable` under overload and without a database. */
  decide: (input: DecideInput) => Promise<DecideResult>
  label: (input: EngineInput) => Promise<LabelResult>
  /** After a publish, a status or order change, a new environment or a changed rule setting. */
  reloadRules: (environmentId?: string) => Promise<void>
  checkRule: (environmentId: string, eventType: EventType, body: RuleBody) => RuleProblem[]
  evaluate: (environmentId: string, eventType: EventType, body: RuleBody) => Evaluation
  /** What rules of this event type can name. */
  vocabulary: (eventType: EventType) => RuleVocabulary
  /** Why work would be refused now, null when it would be taken. */
  refusal: () => Unavailable | null
  close: () => Promise<void>
}

const backfillMonths = 13

/** The decision engine: reads published rules once, then decides without asking the store, and writes before it answers. */
export async function createEngine(deps: EngineDeps): Promise<Engine> {
  const { writer, clock, newId, countryOf, mode = 'code' } = deps
  const book = createRuleBook(deps, mode)
  await book.reload()

  return {
    async decide(input) {
      const { environmentId, eventType, receivedAt, correlationId } = input
      const { value: event, problems } = normalisePurchase(input.body)
      const messages = validatePurchase(event, problems)
      if (messages.length > 0) return { kind: 'invalid', messages }
      const known = book.chainOf(environmentId, eventType)
      const chain = known instanceof Promise ? await known : known
      const externalId = String(event.purchaseId)
      const at = input.backfill ? backfilledTime(event.merchantLocalDate, receivedAt) : receivedAt

      const facts = enrichPurchase(event, countryOf)
      const scored = scorePurchase(event, facts, at)
      const deviceAttributes = deviceAttributesOf(event, facts)
      const sent = typeof event.deviceAttributes === 'object' ? event.deviceAttributes : {}
      const scope = createScope({
        event: { ...event, deviceAttributes: { ...sent, ...deviceAttributes } }, now: at,
        ...(correlationId === null ? {} : { correlationId }),
      })
      const run = runRules(chain.sets, scope, scored.score)
      const answer = purchaseAnswer(externalId, event, scored, run, deviceAttributes, input.diagnostics)
      const { entities, enrichment: _found, ...rest } = facts
      const written = await writer.write({
        environmentId, eventType, externalId, eventId: newId(), at, decision: run.decision, reason: run.reason, riskScore: scored.score,
        ruleId: run.rule?.id ?? null, rule: run.rule?.name ?? null, clause: run.clause, ruleEnvironmentId: run.rule?.environmentId ?? null,
        facts: rest, entities, answer, receivedAt, correlationId, request: event,
        enrichment: storedEnrichment(facts, scored, deviceAttributes),
        explanation: packExplanation(chain.stored, { contributions: scored.contributions, ...run.explanation }),
      })
      if (written.replayed && book.rejectsRepeats(environmentId)) {
        return { kind: 'conflict', message: `Purchase '${externalId}' already exists` }
      }
      return { kind: 'answer', ...written }
    },
    async label(input) {
      const { value, problems } = normaliseLabel(input.body)
      const messages = validateLabel(value, problems)
      if (messages.length > 0) return { kind: 'invalid', messages }
      await writer.label(labelWrite(input.environmentId, value, input.receivedAt))
      return { kind: 'accepted' }
    },
    reloadRules: () => book.reload(),
    checkRule: (_environmentId, _eventType, body) => checkBody(body),
    evaluate: (environmentId, _eventType, body) => evaluateBody(environmentId, body, clock(), countryOf, mode),
    vocabulary: () => purchaseVocabulary,
    refusal: () => writer.refusal(),
    close: () => writer.close(),
  }
}

function backfilledTime(merchantLocalDate: unknown, receivedAt: Date): Date {
  const at = new Date(String(merchantLocalDate))
  const earliest = new Date(receivedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() - backfillMonths)
  return at > receivedAt || at < earliest ? receivedAt : at
}
