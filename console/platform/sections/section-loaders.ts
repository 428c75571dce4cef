import { loadSection } from './load-section.ts'
import type { SectionName } from './section-names.ts'

/** A section, or a part of a section that has several folders. */
type SectionPart = SectionName | `${SectionName}/${string}`

/**
 * Sections that exist, by their names: one chunk each, fetched when it is needed. Of a section with pages it is the
 * `routes.ts`, so that its routes arrive with it. The build names the chunks after this table
 * (`console/build/chunks/chunk-names.ts` reads it), so every line is written like the others.
 */
const sectionLoaders = {
  Dashboard: () => import('../../sections/dashboard/routes.ts'),
  Search: () => import('../../sections/search/routes.ts'),
  TransactionReviewPage: () => import('../../sections/review/routes.ts'),
  Fraud: () => import('../../sections/rules/list/routes.ts'),
  'Fraud/monitoring': () => import('../../sections/monitoring/routes.ts'),
  'Fraud/assessments': () => import('../../sections/assessments/routes.ts'),
  'Fraud/support': () => import('../../sections/support/routes.ts'),
  'Fraud/attacks': () => import('../../sections/attacks/routes.ts'),
  CaseManagement: () => import('../../sections/queues/routes.ts'),
  'CaseManagement/work': () => import('../../sections/queues/overview/dashboard-work.tsx'),
  'CaseManagement/routing-rules': () => import('../../sections/rules/routing/routes.ts'),
  'CaseManagement/report': () => import('../../sections/case-report/routes.ts'),
  'MonitoringReport/alerts': () => import('../../sections/alerts/routes.ts'),
  Data: () => import('../../sections/data/routes.ts'),
  'Data/rules': () => import('../../sections/rules/overview/routes.ts'),
  'Data/velocities': () => import('../../sections/velocities/routes.ts'),
  'Data/functions': () => import('../../sections/functions/routes.ts'),
  'Data/external-calls': () => import('../../sections/external-calls/routes.ts'),
  'Data/external-assessments': () => import('../../sections/external-assessments/routes.ts'),
  'Data/dual-run': () => import('../../sections/dual-run/routes.ts'),
  'Data/event-tracing': () => import('../../sections/event-tracing/routes.ts'),
  'Data/uploads': () => import('../../sections/uploads/routes.ts'),
  'Data/templates': () => import('../../sections/templates/routes.ts'),
  'Data/time-machine': () => import('../../sections/time-machine/routes.ts'),
  'Data/moving-in': () => import('../../sections/moving-in/routes.ts'),
  'Data/lists': () => import('../../sections/lists/routes.ts'),
  AssessmentReports: () => import('../../sections/reports/routes.ts'),
  LossPrevention: () => import('../../sections/loss-prevention/routes.ts'),
  PerformanceMetrics: () => import('../../sections/api-management/routes.ts'),
  OntologyExplorer: () => import('../../sections/ontology/routes.ts'),
  GraphExplorer: () => import('../../sections/explorer/routes.ts'),
  'Settings/acceptance-booster': () => import('../../sections/acceptance-booster/routes.ts'),
  'Settings/subject-requests': () => import('../../sections/subject-requests/routes.ts'),
  Settings: () => import('../../sections/settings/routes.ts'),
  AdminSettings: () => import('../../sections/admin-settings/routes.ts'),
  'Settings/access': () => import('../../sections/access/routes.ts'),
  'Settings/usage': () => import('../../sections/usage/routes.ts'),
  Integration: () => import('../../sections/integration/routes.ts'),
  Environments: () => import('../../sections/environments/routes.ts'),
  Notifications: () => import('../../sections/notifications/notification-center.tsx'),
  NotificationCallout: () => import('../../sections/notification-callout/notification-bell.tsx'),
  Copilot: () => import('../../sections/assistant/conversation/assistant-pane.tsx'),
  'Copilot/help': () => import('../../sections/assistant/help/help-dialog.tsx'),
  TourDialog: () => import('../../sections/tour-dialog/tour-dialog.tsx'),
  FcraDialog: () => import('../../sections/fcra-dialog/fcra-dialog.tsx'),
  ExternalTile: () => import('../../sections/external-tiles/external-tiles.tsx'),
  MockData: () => import('../../sections/sample-data/sample-data-section.tsx'),
} as const satisfies Partial<Record<SectionPart, () => Promise<unknown>>>

export type LoadableSection = keyof typeof sectionLoaders
type SectionModule<Name extends LoadableSection> = Awaited<ReturnType<(typeof sectionLoaders)[Name]>>

const loadedSections = new Map<LoadableSection, Promise<unknown>>()

/** The code of a section, fetched once; the next call repeats a failed fetch. */
export function section<Name extends LoadableSection>(name: Name): Promise<SectionModule<Name>> {
  let loading = loadedSections.get(name) as Promise<SectionModule<Name>> | undefined
  if (!loading) {
    loading = sectionPage(name, sectionLoaders[name] as () => Promise<SectionModule<Name>>)()
    loadedSections.set(name, loading)
    loading.catch(() => loadedSections.delete(name))
  }
  return loading
}

/** A page of a section that is a chunk of its own: fetched and retried in the same way as the section. */
export function sectionPage<Page>(name: LoadableSection, load: () => Promise<Page>): () => Promise<Page> {
  return () => loadSection(name.split('/')[0] ?? name, load)
}
