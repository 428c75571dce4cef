import { toText } from '../../fql/index.ts'
import type { EvaluatedRule, RuleResult } from '../rules/rule-result.ts'
import type { Scored } from '../score/score-purchase.ts'
import { callDiagnostics, pickAttributes, velocityDiagnostics } from './account-answer.ts'

/** Acknowledgement of a data event: 49 bytes, order and null included. */
export const acknowledgement = '{"resultDetails":{"Succeeded":true,"Error":null}}'

/** Returns the answer to a purchase, byte for byte as it is sent, stored and replayed. Unset members are left out. */
export function purchaseAnswer(
  purchaseId: string,
  event: Record<string, unknown>,
  scored: Scored,
  run: RuleResult,
  deviceAttributes: Record<string, string>,
  diagnostics: boolean,
  heldOut = false,
): string {
  const details: Record<string, unknown> = { MerchantRuleDecision: run.decision }
  if (run.reason !== '') details.MerchantRuleReason = run.reason
  details.RiskScore = scored.score
  details.ReasonCodes = scored.reasonCodes
  details.MIDFlag = heldOut ? 'Control' : 'Standard'
  details.PolicyApplied = run.rule?.name ?? 'Default'
  if (run.rule !== null) details.PolicyAppliedEnvironmentId = run.rule.environmentId
  if (run.clause !== null) details.ClauseName = run.clause
  const bank = bankOf(event)
  if (bank !== undefined) details.BankName = bank
  details.PurchaseId = purchaseId
  const outputs = Object.entries(run.outputs)
  if (outputs.length > 0) {
    // Answers to purchases contain every value as text.
    details.MerchantRuleOutput = Object.fromEntries(
      outputs.map(([clause, pairs]) => [
        clause,
        Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, toText(value)])),
      ]),
    )
  }
  const more: Record<string, unknown> = {}
  addDeviceAttributes(more, deviceAttributes)
  if (diagnostics) {
    more.Diagnostics = {
      externalCalls: callDiagnostics(run),
      velocities: velocityDiagnostics(run),
      rules: run.explanation.rules.map(({ rule, environmentId, version, selected }) => ({
        rule,
        environmentId,
        version,
        selected,
      })),
    }
  }
  const parts = [JSON.stringify(details).slice(1, -1)]
  if (run.evaluated.length > 0) parts.push(`${evaluationsBegin}${evaluationsText(run.evaluated)}]`)
  if (Object.keys(more).length > 0) parts.push(JSON.stringify(more).slice(1, -1))
  return `${begin}${parts.join()}}}`
}

const begin = '{"resultDetails":{'
const evaluationsBegin = '"RuleEvaluations":['
/**
 * Returns the offset in an answer to a purchase where the list of evaluated rules begins, which is then
 * `evaluationsText` of them; negative without the list, and for other answers. Values in front of it are texts and
 * numbers, so that nothing else matches.
 */
export function evaluationsOffset(answer: string): number {
  if (!answer.startsWith(begin)) return -1
  const at = answer.indexOf(evaluationsBegin)
  return at < 0 ? at : at + evaluationsBegin.length
}

/** Returns the text of one rule in an answer. */
export const evaluationText = ({ rule, clauses, environmentId }: EvaluatedRule): string =>
  JSON.stringify({ Rule: rule, ClauseNames: clauses, EnvironmentId: environmentId })

/** Recent lists of evaluated rules with their texts, by the first rule of each; newest first. */
const evaluationTextCache = new WeakMap<EvaluatedRule, { evaluated: readonly EvaluatedRule[]; text: string }[]>()
const maxCachedTexts = 8
/**
 * Returns the text of all evaluated rules in an answer. Most events take one of a few paths through a chain: the text
 * of each path is written once.
 */
export function evaluationsText(evaluated: readonly EvaluatedRule[]): string {
  const [first] = evaluated
  if (first === undefined) return ''
  const ways = evaluationTextCache.get(first) ?? []
  const cached = ways.find(
    way => way.evaluated.length === evaluated.length && way.evaluated.every((each, index) => each === evaluated[index]),
  )
  if (cached !== undefined) return cached.text
  const text = evaluated.map(evaluationText).join()
  evaluationTextCache.set(first, [{ evaluated, text }, ...ways.slice(0, maxCachedTexts - 1)])
  return text
}

/** Device attributes that answers of the purchase side contain; the others are for rules only. */
const standardDeviceAttributes = new Set([
  'browserUserAgent',
  'browserUserAgentLanguages',
  'carrier',
  'cookieEnabled',
  'deviceCity',
  'deviceCountryCode',
  'deviceId',
  'devicePostalCode',
  'deviceState',
  'fontsCount',
  'javaScriptEnabled',
  'mimeTypesCount',
  'platform',
  'plugins',
  'pluginsCount',
  'proxy',
  'proxyType',
  'screenResolution',
  'timeZoneOffset',
  'trueIp',
  'userAgentType',
])

function addDeviceAttributes(details: Record<string, unknown>, deviceAttributes: Record<string, string>): void {
  const attributes = pickAttributes(deviceAttributes, standardDeviceAttributes)
  if (Object.keys(attributes).length > 0) details.DeviceAttributes = attributes
}

/** Returns the answer to a sign-up or sign-in of the older generation: without rules and thus without a policy. */
export function signAnswer(
  idName: 'SignUpId' | 'SignInId',
  id: string,
  scored: Scored,
  deviceAttributes: Record<string, string>,
  diagnostics: boolean,
): string {
  const details: Record<string, unknown> = {
    MerchantRuleDecision: 'Approve',
    RiskScore: scored.score,
    ReasonCodes: scored.reasonCodes,
  }
  addDeviceAttributes(details, deviceAttributes)
  if (diagnostics) details.Diagnostics = { externalCalls: [], velocities: [], rules: [] }
  details[idName] = id
  return JSON.stringify({ resultDetails: details })
}

function bankOf(event: Record<string, unknown>): string | undefined {
  const instruments = event.paymentInstrumentList
  const first = (Array.isArray(instruments) ? instruments[0] : undefined) as Record<string, unknown> | undefined
  const name = first?.binName ?? first?.bankName
  return typeof name === 'string' && name !== '' ? name : undefined
}
