/** The 25 sections of the product specification, section 2, in its order. Each is one chunk under this name. */
export const sectionNames = [
  'NotificationCallout', 'AssessmentReports', 'CaseManagement', 'Search', 'Fraud', 'PerformanceMetrics', 'Dashboard', 'Integration', 'Copilot',
  'TourDialog', 'Notifications', 'AzureMaps', 'GraphExplorer', 'TransactionReviewPage', 'MockData', 'Boot', 'FcraDialog', 'MonitoringReport', 'Data',
  'ExternalTile', 'AdminSettings', 'Settings', 'Environments', 'LossPrevention', 'OntologyExplorer',
] as const
export type SectionName = (typeof sectionNames)[number]
