import { type AuditedResource, type Capability, helpTopics, type TermList } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { resourceMessages } from '../../../platform/activity-log/resource-names.ts'
import { capabilityTitleOf } from '../../../platform/permissions/capability-titles.tsx'
import { pageName } from './page-names.ts'

type Names = Readonly<Record<string, string>>

/** Metrics of the assistant; those of reports have the names of their reports. */
const metrics: Names = {
  transactionVolume: 'Reports.Kpi.transactionVolume',
  ruleApprovedRate: 'Reports.Kpi.ruleApprovedRate',
  manualReviewRate: 'Reports.Kpi.manualReviewRate',
  ruleRejectedRate: 'Reports.Kpi.ruleRejectedRate',
  ruleChallengedRate: 'Monitoring.Figure.Challenged',
  fraudVolume: 'Reports.Kpi.fraudVolume',
  nonFraudVolume: 'Reports.Scores.Bin.nonFraudVolume',
  fraudRate: 'Reports.Kpi.fraudRate',
  sentToBankVolume: 'Reports.Scores.Bin.sentToBankVolume',
  bankAcceptanceRate: 'Reports.Kpi.bankAcceptanceRate',
  settledVolume: 'Assistant.Metric.settledVolume',
  fraudChargebackVolume: 'Assistant.Metric.fraudChargebackVolume',
  fraudChargebackRate: 'Reports.Kpi.fraudChargebackRate',
  falsePositiveRate: 'Reports.Rules.Quality.falsePositiveRate',
  detectionRate: 'DesignSystem.Chart.DetectionRate',
  openCases: 'CaseReport.Export.openCases',
  decidedCases: 'Assistant.Metric.decidedCases',
  reviewTime: 'CaseReport.LockTime',
  averageScore: 'LossPrevention.Column.averageScore',
  usage: 'Usage.Title',
  apiErrors: 'Assistant.Metric.apiErrors',
  latency: 'ApiManagement.Latency95',
}

/** Signals of the shipped model whose sentences contain a value: their names without it. */
const signals: Names = {
  accountAge: 'Assistant.Signal.accountAge',
  amount: 'Models.Signal.Amount',
  billingShippingCountry: 'Models.Signal.BillingShippingCountry',
  binBillingCountry: 'Models.Signal.BinBillingCountry',
  botLikely: 'Models.Signal.BotScore',
  countriesAgree: 'Assistant.Signal.countriesAgree',
  emailDisposable: 'Models.Signal.EmailDisposable',
  historyUnread: 'Assistant.Signal.historyUnread',
  instrumentAge: 'Models.Signal.InstrumentAge',
  instrumentCount: 'Models.Signal.InstrumentCount',
  ipBillingCountry: 'Models.Signal.IpBillingCountry',
  ipShippingCountry: 'Models.Signal.IpShippingCountry',
  itemCount: 'Models.Signal.ItemCount',
  minutesSinceSignUp: 'Models.Signal.MinutesSinceSignUp',
  recentChange: 'Assistant.Signal.recentChange',
  threeDSAuthenticated: 'Models.Signal.ThreeDSAuthenticated',
}

const caseStates: Names = {
  Held: 'Review.Case.State.Held',
  Pending: 'Review.Case.State.Pending',
  InReview: 'Assistant.CaseState.InReview',
  OnHold: 'Assistant.CaseState.OnHold',
  AwaitingApproval: 'Assistant.CaseState.AwaitingApproval',
  Decided: 'Review.Case.State.Decided',
  NotRouted: 'Review.Case.State.NotRouted',
  Removed: 'Review.Case.State.Removed',
}
const statuses: Names = {
  active: 'Authoring.Status.active',
  inactive: 'Authoring.Status.inactive',
  draft: 'Authoring.Status.draft',
  published: 'Authoring.Editor.Published',
  deleted: 'Reports.Rules.Status.deleted',
}
const environmentKinds: Names = {
  production: 'Environments.Kind.Production',
  sandbox: 'Environments.Kind.Sandbox',
}

/** Topics of the help whose page has another name. */
const topics: Names = {
  transaction: 'Assistant.Topic.transaction',
  rule: 'Rules.Type.decision',
  language: 'Assistant.Topic.language',
  backtest: 'MovingIn.Step.backtest',
  list: 'Permissions.Capability.CustomLists',
  caseReview: 'Permissions.Capability.ReviewCases',
  score: 'Events.Column.RiskScore',
  personalData: 'Ontology.Column.Personal',
  assistant: 'Assistant.Title',
}
const topicPages: Readonly<Record<string, { page: string }>> = helpTopics

/** The message of a signal of the shipped model: the engine's code, capitalised. */
const signalMessage = (code: string) =>
  signals[code] ?? `Review.Contribution.${code.charAt(0).toUpperCase()}${code.slice(1)}`

/** The message of a term. */
function messageOf(list: TermList, code: string): string | undefined {
  switch (list) {
    case 'decision':
      return `DesignSystem.Decision.${code.toLowerCase()}`
    case 'metric':
      return metrics[code]
    case 'capability':
      return capabilityTitleOf(code as Capability)
    case 'draft':
      return `Assistant.Draft.${code}`
    case 'environmentKind':
      return environmentKinds[code]
    case 'operation':
      return `ActivityLog.Operation.${code}`
    case 'resource':
      return resourceMessages[code as AuditedResource]
    case 'caseState':
      return caseStates[code]
    case 'status':
      return statuses[code]
    case 'entity':
      return `Events.Entity.${code}`
    case 'label':
      return `Events.Label.${code}`
    case 'meteredCapability':
      return `Usage.Capability.${code}`
    case 'signal':
      return signalMessage(code)
    case 'assessment':
      return `Events.Assessment.${code}`
    case 'helpTopic':
      return topics[code]
    case 'page':
      return undefined
  }
}

/** A word of the product in the language of the reader; its code where this console has no word for it. */
export function termName(intl: IntlShape, list: TermList, code: string): string {
  if (list === 'page') return pageName(intl, code)
  const id = messageOf(list, code)
  const topic = list === 'helpTopic' && id === undefined ? topicPages[code] : undefined
  if (topic !== undefined) return pageName(intl, topic.page)
  return id === undefined || intl.messages[id] === undefined ? code : intl.formatMessage({ id })
}
