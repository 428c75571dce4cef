import { loadSection } from '../platform/sections/load-section.ts'
import type { SectionName } from '../platform/sections/names.ts'

/**
 * Sections that exist, by their names: one chunk each, fetched when it is needed. The build names the chunks after this
 * table (`console/build/section-names.ts` reads it), so every line is written like the others.
 */
const loaders = {
  Boot: () => import('./signed-in.tsx'),
  Dashboard: () => import('../sections/dashboard/dashboard-page.tsx'),
  Search: () => import('../sections/search/search-page.tsx'),
  TransactionReviewPage: () => import('../sections/review/review-page.tsx'),
  Fraud: () => import('../sections/rules/rules-page.tsx'),
  CaseManagement: () => import('../sections/rules/routing-rules-page.tsx'),
  Data: () => import('../sections/rules/rules-configuration-page.tsx'),
  Environments: () => import('../sections/environments/environments-page.tsx'),
  Notifications: () => import('../sections/notifications/notification-center.tsx'),
  NotificationCallout: () => import('../sections/notification-callout/notification-bell.tsx'),
  TourDialog: () => import('../sections/tour-dialog/tour-dialog.tsx'),
  FcraDialog: () => import('../sections/fcra-dialog/fcra-dialog.tsx'),
  ExternalTile: () => import('../sections/external-tile/external-tiles.tsx'),
  MockData: () => import('../sections/mock-data/sample-data-section.tsx'),
} as const satisfies Partial<Record<SectionName, () => Promise<unknown>>>

export type Section = keyof typeof loaders
type Module<Name extends Section> = Awaited<ReturnType<(typeof loaders)[Name]>>

const known = new Map<Section, Promise<unknown>>()

/** The code of a section, fetched once; a failed fetch is tried anew at the next call. */
export function section<Name extends Section>(name: Name): Promise<Module<Name>> {
  let loading = known.get(name) as Promise<Module<Name>> | undefined
  if (!loading) {
    loading = loadSection(name, loaders[name] as () => Promise<Module<Name>>)
    known.set(name, loading)
    loading.catch(() => known.delete(name))
  }
  return loading
}

/** A page of a section that is a chunk of its own: fetched, and tried anew, as the section itself is. */
export function pageOf<Page>(name: SectionName, load: () => Promise<Page>): () => Promise<Page> {
  return () => loadSection(name, load)
}
