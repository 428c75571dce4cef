import { containedReason } from '../../contract/index.ts'
import type { Json } from '../lib/json.ts'
import type { AnswerInput } from './assessment-type.ts'

/** Device attributes that answers of accounts contain; the others are for rules only. */
const standardDeviceAttributes = new Set([
  'browserUserAgent',
  'browserUserAgentLanguages',
  'carrier',
  'dataNetworkType',
  'deviceAsn',
  'deviceCity',
  'deviceCountryCode',
  'deviceId',
  'deviceModelName',
  'devicePostalCode',
  'deviceState',
  'deviceSystemVersion',
  'ipRoutingType',
  'isDeviceEmulator',
  'isDeviceRooted',
  'isWifiEnabled',
  'localIpv4',
  'localIpv6',
  'platform',
  'proxy',
  'proxyIp',
  'proxyLastDetected',
  'proxyType',
  'realtimeTimezoneOffset',
  'sdkType',
  'sld',
  'tcpDistance',
  'timeZone',
  'trueIp',
  'userAgentBrowser',
  'userAgentOperatingSystem',
  'userAgentPlatform',
])

export function pickAttributes(attributes: Record<string, string>, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.has(name)))
}

export interface AccountScore {
  scoreType: 'Bot' | 'Risk'
  scoreValue: number
  reason: string
}

/** Returns the answer of account create, account login and legacy custom assessments, camel case throughout. */
export function accountAnswer(
  { event, eventId, run, assessed, diagnostics }: AnswerInput,
  { scores, features }: { scores: readonly AccountScore[]; features: Json },
): string {
  return JSON.stringify({
    name: event.name,
    version: event.version ?? '0.5',
    code: 'Success',
    description: '',
    transactionReferenceId: eventId,
    resultDetails: [
      {
        decision: run.decision,
        ...(run.challengeType === null ? {} : { challengeType: run.challengeType }),
        reasons: reasonsOf(run),
        rule: run.rule?.name ?? 'Default',
        ...(run.rule === null ? {} : { ruleEnvironmentId: run.rule.environmentId }),
        ...(run.clause === null ? {} : { clauseName: run.clause }),
        supportMessages: supportMessagesOf(run),
        other: run.outputs,
        scores,
        ruleEvaluations: ruleEvaluations(run.evaluated),
      },
    ],
    enrichments: {
      deviceAttributes: pickAttributes(assessed.deviceAttributes, standardDeviceAttributes),
      calculatedFeatures: features,
    },
    diagnostics: diagnostics
      ? { externalCalls: callDiagnostics(run), velocities: velocityDiagnostics(run), rules: ruleDiagnostics(run) }
      : {},
  })
}

/** Returns the reason of the deciding clause, or that an attack is contained; none when nothing decided. */
export const reasonsOf = ({ rule, reason }: AnswerInput['run']): string[] =>
  (rule === null && reason !== containedReason) || reason === '' ? [] : [reason]
export const supportMessagesOf = ({ supportMessage }: AnswerInput['run']): string[] =>
  supportMessage === null || supportMessage === '' ? [] : [supportMessage]

export const ruleEvaluations = (evaluated: AnswerInput['run']['evaluated']): Json[] =>
  evaluated.map(({ rule, clauses, environmentId }) => ({ rule, clauseNames: clauses, environmentId }))

/** External calls and assessments: the default response of a failed call was used in its place. */
export const callDiagnostics = (run: Pick<AnswerInput['run'], 'calls'>): Json[] =>
  run.calls.map(({ name, status, httpStatus, latencyMs }) => ({ name, status, httpStatus, latencyMs }))

/** Velocities that could not be read: rules used 0 for them. */
export const velocityDiagnostics = (run: Pick<AnswerInput['run'], 'explanation'>): Json[] =>
  run.explanation.runtimeErrors
    .filter(({ code }) => code === 'FQL4009')
    .map(({ rule, clause, line, column, code, message }) => ({
      status: 'ReadFailure',
      rule,
      clause,
      line,
      column,
      code,
      message,
    }))

export const ruleDiagnostics = (run: AnswerInput['run']): Json[] =>
  run.explanation.rules.map(({ rule, environmentId, version, selected }) => ({
    rule,
    environmentId,
    version,
    selected,
  }))
