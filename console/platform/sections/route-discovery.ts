import type { SectionRoute } from '../permissions/section-routes.ts'
import { section } from './section-loaders.ts'

/**
 * Section whose pages are at an address and below it; a segment that begins with a colon matches any. The start
 * contains these addresses alone: the routes of a section, and its pages, are fetched with it.
 */
const sectionPaths = {
  '/': 'Dashboard',
  '/search': 'Search',
  '/search/:eventType': 'TransactionReviewPage',
  '/fraud': 'Fraud/monitoring',
  '/fraud/purchase/rules': 'Fraud',
  '/fraud/accountcreation/rules': 'Fraud',
  '/fraud/accountlogin/rules': 'Fraud',
  '/fraud/assessments': 'Fraud/assessments',
  '/fraud/assessments/:assessmentId/monitor': 'Fraud/monitoring',
  '/fraud/assessments/:assessmentId/rules': 'Fraud',
  '/fraud/purchase/support': 'Fraud/support',
  '/fraud/attacks': 'Fraud/attacks',
  '/fraud/lossprevention': 'LossPrevention',
  '/casemanagement': 'CaseManagement',
  '/casemanagement/routingrules': 'CaseManagement/routing-rules',
  '/casemanagement/report': 'CaseManagement/report',
  '/casemanagement/queues/:queueId/:eventType': 'TransactionReviewPage',
  '/reports/alerts': 'MonitoringReport/alerts',
  '/reports/monitor': 'Fraud/monitoring',
  '/rulesconfiguration': 'Data/rules',
  '/data': 'Data',
  '/data/rules': 'Fraud',
  '/data/velocities': 'Data/velocities',
  '/data/functions': 'Data/functions',
  '/data/externalcalls': 'Data/external-calls',
  '/data/externalassessments': 'Data/external-assessments',
  '/data/dualrun': 'Data/dual-run',
  '/data/eventtracing': 'Data/event-tracing',
  '/data/upload': 'Data/uploads',
  '/data/templates': 'Data/templates',
  '/data/movein': 'Data/moving-in',
  '/data/lists': 'Data/lists',
  '/data/upload/timemachine': 'Data/time-machine',
  '/data/apimanagement': 'PerformanceMetrics',
  '/data/apimanagement/ontology': 'OntologyExplorer',
  '/data/explorer': 'GraphExplorer',
  '/reports': 'AssessmentReports',
  '/integration': 'Integration',
  '/aadapp': 'Integration',
  '/devicefingerprinting': 'Integration',
  '/api': 'Integration',
  '/environments': 'Environments',
  '/settings/transactionacceptancebooster': 'Settings/acceptance-booster',
  '/settings/access': 'Settings/access',
  '/settings/access/apps': 'Integration',
  '/settings': 'Settings',
  '/adminsettings': 'AdminSettings',
  '/settings/usage': 'Settings/usage',
  '/settings/subject': 'Settings/subject-requests',
} as const

/** A section with pages. */
export type RoutedSection = (typeof sectionPaths)[keyof typeof sectionPaths]

/** Sections with pages that are chunks of their own, which cannot be requested before the routes are loaded. */
export const chunkedSections: ReadonlySet<RoutedSection> = new Set<RoutedSection>([
  'AdminSettings',
  'AssessmentReports',
  'CaseManagement',
  'Data/lists',
  'Data/uploads',
  'Fraud/assessments',
  'Settings/acceptance-booster',
  'TransactionReviewPage',
])

export interface SectionRoutes {
  section: RoutedSection
  routes: readonly SectionRoute[]
}

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)

/** Section that the page at an address belongs to, by the longest address that it begins with; none elsewhere. */
function sectionAt(pathname: string, basePath: string): RoutedSection | undefined {
  if (!`${pathname}/`.toLowerCase().startsWith(`${basePath}/`.toLowerCase())) return undefined
  const segments = segmentsOf(pathname.slice(basePath.length))
  let [found, length]: [RoutedSection | undefined, number] = [undefined, -1]
  for (const [path, name] of Object.entries(sectionPaths)) {
    const own = segmentsOf(path)
    const fits =
      own.length === 0
        ? segments.length === 0
        : own.length <= segments.length && own.every((each, index) => each.startsWith(':') || each === segments[index])
    if (fits && own.length > length) [found, length] = [name, own.length]
  }
  return found
}

/**
 * Routes of the section at an address of the console, fetched with it; none where no section has pages.
 * @param basePath what every address of the console begins with, without a final slash
 * @throws ChunkLoadError or CssChunkLoadError, reported already, when the section does not arrive
 */
export async function discoverRoutes(pathname: string, basePath: string): Promise<SectionRoutes | undefined> {
  const name = sectionAt(pathname, basePath)
  return name && { section: name, routes: (await section(name)).routes }
}

/**
 * Fetches the routes of the section at an address in parallel with the start, where a page depends on them: the page is
 * then requested as early as one that is part of its section. For other sections their pages would be fetched as well
 * and delay the start.
 */
export function preloadRoutes(pathname: string, basePath: string): void {
  const name = sectionAt(pathname, basePath)
  // A failure is shown when the router needs the routes.
  if (name && chunkedSections.has(name)) section(name).catch(() => undefined)
}
