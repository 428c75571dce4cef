import { loadSection } from './load-section.ts'
import type { SectionName } from './section-names.ts'

/**
 * Sections that exist, by their names: one chunk each, fetched when it is needed. The build names the chunks after this
 * table (`console/build/chunk-names.ts` reads it), so every line is written like the others.
 */
const sectionLoaders = {
  Dashboard: () => import('../../sections/dashboard/dashboard-page.tsx'),
  Search: () => import('../../sections/search/search-page.tsx'),
  TransactionReviewPage: () => import('../../sections/review/page/review-page.tsx'),
  Fraud: () => import('../../sections/rules/list/rules-page.tsx'),
  CaseManagement: () => import('../../sections/rules/routing/routing-rules-page.tsx'),
  Data: () => import('../../sections/rules/overview/rule-overview-page.tsx'),
  Environments: () => import('../../sections/environments/list/environments-page.tsx'),
  Notifications: () => import('../../sections/notifications/notification-center.tsx'),
  NotificationCallout: () => import('../../sections/notification-callout/notification-bell.tsx'),
  TourDialog: () => import('../../sections/tour-dialog/tour-dialog.tsx'),
  FcraDialog: () => import('../../sections/fcra-dialog/fcra-dialog.tsx'),
  ExternalTile: () => import('../../sections/external-tiles/external-tiles.tsx'),
  MockData: () => import('../../sections/sample-data/sample-data-section.tsx'),
} as const satisfies Partial<Record<SectionName, () => Promise<unknown>>>

export type LoadableSection = keyof typeof sectionLoaders
type SectionModule<Name extends LoadableSection> = Awaited<ReturnType<(typeof sectionLoaders)[Name]>>

const loadedSections = new Map<LoadableSection, Promise<unknown>>()

/** The code of a section, fetched once; a failed fetch is tried anew at the next call. */
export function section<Name extends LoadableSection>(name: Name): Promise<SectionModule<Name>> {
  let loading = loadedSections.get(name) as Promise<SectionModule<Name>> | undefined
  if (!loading) {
    loading = loadSection(name, sectionLoaders[name] as () => Promise<SectionModule<Name>>)
    loadedSections.set(name, loading)
    loading.catch(() => loadedSections.delete(name))
  }
  return loading
}

/** A page of a section that is a chunk of its own: fetched, and tried anew, as the section itself is. */
export function sectionPage<Page>(name: SectionName, load: () => Promise<Page>): () => Promise<Page> {
  return () => loadSection(name, load)
}
