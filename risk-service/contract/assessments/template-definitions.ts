import type { AssessmentTemplateName, ObservationTemplateName } from './assessment-definitions.ts'

/** What an assessment of a template begins with. */
export interface TemplateDefaults {
  /** Whether rules can read a risk score. */
  riskScore: boolean
  /** Always, only with a device fingerprint. */
  botScore: 'always' | 'fingerprinted'
  rules: readonly ('sample' | 'supportLists')[]
  /** Observation events that the wizard offers, label events apart. */
  observations: readonly ObservationTemplateName[]
  /** Whether the events it offers are recommended. */
  recommended: boolean
  /** Whether case management, search and reports are on; null: its events have none of them. */
  features: { caseManagement: boolean; search: boolean; reporting: boolean } | null
}

const full: TemplateDefaults = {
  riskScore: true,
  botScore: 'always',
  rules: ['sample', 'supportLists'],
  observations: ['AssessmentStatus'],
  recommended: true,
  features: { caseManagement: true, search: true, reporting: true },
}

export const templateDefaults: Readonly<Record<AssessmentTemplateName, TemplateDefaults>> = {
  CardPayment: full,
  LoyaltyProgram: full,
  MoneyTransfer: full,
  SoftwarePiracy: { ...full, features: { caseManagement: false, search: false, reporting: true } },
  DeviceFingerprinting: { ...full, riskScore: false, rules: ['sample'], recommended: false, features: null },
  Custom: {
    ...full,
    riskScore: false,
    botScore: 'fingerprinted',
    rules: ['supportLists'],
    observations: ['AssessmentStatus', 'Bank', 'Chargeback'],
    recommended: false,
    features: { caseManagement: false, search: false, reporting: false },
  },
}
