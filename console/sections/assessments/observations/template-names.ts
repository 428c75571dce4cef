import type { ObservationEventTemplate } from '@assay/risk-service/contract'

/** Messages that name the templates of observation events. */
export const observationTemplateNames: Readonly<Record<ObservationEventTemplate, string>> = {
  AssessmentStatus: 'Assessments.Observation.AssessmentStatus',
  Bank: 'Assessments.Observation.Bank',
  Chargeback: 'Assessments.Observation.Chargeback',
  Custom: 'Assessments.Template.Custom',
}
