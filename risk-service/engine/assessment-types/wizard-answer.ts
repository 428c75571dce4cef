import { defineOwn } from '../../fql/runtime/operators.ts'
import { type Json, objectOf, present } from '../lib/json.ts'
import {
  callDiagnostics,
  pickAttributes,
  reasonsOf,
  ruleDiagnostics,
  ruleEvaluations,
  supportMessagesOf,
  velocityDiagnostics,
} from './account-answer.ts'
import type { AnswerInput, ModelScore } from './assessment-type.ts'

/** Device attributes that answers of wizard assessments contain. */
const standardDeviceAttributes = new Set([
  'trueIp',
  'realtimeTimezoneOffset',
  'sld',
  'timeZone',
  'deviceId',
  'deviceCountryCode',
  'deviceState',
  'deviceCity',
  'devicePostalCode',
  'deviceAsn',
  'platform',
  'browserUserAgentLanguages',
  'browserUserAgent',
  'tcpDistance',
  'carrier',
  'ipRoutingType',
  'proxy',
  'userAgentPlatform',
  'userAgentBrowser',
  'userAgentOperatingSystem',
  'sdkType',
  'userAgentType',
  'cookieEnabled',
  'fontsCount',
  'javaScriptEnabled',
  'mimeTypesCount',
  'pluginsCount',
  'screenResolution',
  'timeZoneOffset',
])

/** Returns the answer of a wizard assessment. `risk` and `bot` only when a rule requested them. */
export function wizardAnswer(
  { event, externalId, assessed, run, correlationId, environmentPath, clock, diagnostics }: AnswerInput,
  {
    apiName,
    subject,
    risk,
    bot,
  }: { apiName: string; subject: unknown; risk: ModelScore | null; bot: ModelScore | null },
): string {
  const metadata = objectOf(event.metadata)
  // Sections that actions add are merged with the outputs of a clause of the same name; the actions are applied last.
  const properties: Json = { ...run.outputs }
  for (const [key, value] of Object.entries(run.response)) {
    const before = Object.hasOwn(properties, key) ? properties[key] : undefined
    defineOwn(
      properties,
      key,
      typeof before === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...before, ...value }
        : value,
    )
  }
  return JSON.stringify({
    metadata: present({
      eventId: externalId,
      sessionId: metadata.sessionId,
      gdprId: typeof subject === 'string' ? subject : undefined,
      isTest: metadata.isTest === true,
      timestamp: metadata.timestamp,
      processedDateTime: clock().toISOString(),
      hierarchyPath: environmentPath,
      eventType: apiName,
      correlationId: correlationId ?? undefined,
    }),
    decisionDetails: {
      merchantRuleDecision: run.decision,
      challengeType: run.challengeType,
      rule: run.rule?.name ?? 'Default',
      clauseName: run.clause,
      reasons: reasonsOf(run),
      supportMessages: supportMessagesOf(run),
    },
    ruleEvaluations: ruleEvaluations(run.evaluated),
    enrichments: present({
      deviceAttributes: pickAttributes(assessed.deviceAttributes, standardDeviceAttributes),
      risk: risk === null ? undefined : { scoreType: 'Risk', ...risk },
      bot: bot === null ? undefined : { scoreType: 'Bot', ...bot },
    }),
    customProperties: properties,
    diagnostics: diagnostics
      ? { externalCalls: callDiagnostics(run), velocities: velocityDiagnostics(run), rules: ruleDiagnostics(run) }
      : {},
  })
}
