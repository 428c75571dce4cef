import type { TourStep } from '@assay/design-system'
import type { TourId } from '../../platform/tours/tours.ts'

/** A call-out: where it stands, what it points at, and the messages of its title and text. */
export interface TourStepPlan {
  id: string
  /** Page on which it is; none where it is on every page. */
  path: string | null
  /** Selector. */
  target: string
  /** Message of the target's name. */
  nameId: string
  side?: TourStep['side']
}

const inMain = (selector: string) => `#main ${selector}`
/** A link of the navigation, wherever it stands. */
const navLink = (path: string) => `nav a[href^="${path}?"], nav a[href="${path}"]`

/** Every step has a title `Tours.<Tour>.<step>.Title` and two sentences `Tours.<Tour>.<step>.Text`. */
export const tourPlans: Record<TourId, readonly TourStepPlan[]> = {
  purchase: [
    { id: 'Figures', path: '/', target: inMain('[data-slot="stat-tile-row"]'), nameId: 'Dashboard.Title' },
    { id: 'Find', path: '/search', target: inMain('[data-slot="filter-bar"]'), nameId: 'Shell.Nav.Search' },
    {
      id: 'Rows',
      path: '/search',
      target: inMain('[role="grid"] [role="row"][aria-rowindex="2"]'),
      nameId: 'Search.TableLabel',
    },
    {
      id: 'Views',
      path: '/search',
      target: inMain('[data-slot="saved-views"]'),
      nameId: 'DesignSystem.SavedViews.Label',
    },
    {
      id: 'Event',
      path: '/search',
      target: inMain('[role="grid"] [role="row"][aria-rowindex="2"] a'),
      nameId: 'Events.Column.PurchaseId',
    },
  ],
  rule: [
    // On its page the group of the link stands open; a navigation of icons has no link, and the title stands for it.
    {
      id: 'Where',
      path: '/fraud/purchase/rules',
      target: `${navLink('/fraud/purchase/rules')}, ${inMain('[data-slot="page-header"]')}`,
      nameId: 'Shell.Nav.PurchaseRules',
      side: 'end',
    },
    {
      id: 'Order',
      path: '/fraud/purchase/rules',
      target: inMain('[role="grid"], table'),
      nameId: 'Shell.Nav.PurchaseRules',
    },
    {
      id: 'New',
      path: '/fraud/purchase/rules',
      target: inMain(
        '[data-slot="page-header"] [data-variant="primary"], [data-slot="page-header"] button:last-of-type',
      ),
      nameId: 'Rules.List.New',
    },
  ],
  environments: [
    { id: 'Switch', path: null, target: '[data-slot="environment-switcher"]', nameId: 'Tours.Environments.Title' },
    {
      id: 'Tree',
      path: '/environments',
      target: inMain('[role="treegrid"], [role="grid"], table'),
      nameId: 'Shell.Nav.Environments',
    },
    // The one in use: what the address names.
    {
      id: 'Link',
      path: '/environments',
      target: inMain('[role="treegrid"] [role="row"][aria-selected="true"]'),
      nameId: 'Shell.Nav.Environments',
    },
  ],
  cockpit: [
    { id: 'State', path: null, target: '[data-slot="case-state"]', nameId: 'Review.Case.Keys' },
    {
      id: 'Decide',
      path: null,
      target: '[data-slot="review-actions"], [data-slot="case-state"]',
      nameId: 'Review.Case.Keys',
    },
    { id: 'Tabs', path: null, target: inMain('[data-slot="tab-nav"]'), nameId: 'Review.Tabs' },
    { id: 'Viewers', path: null, target: '[data-slot="case-header"]', nameId: 'Review.Viewers' },
    { id: 'Keys', path: null, target: '[data-slot="cockpit-menu"]', nameId: 'Review.Cockpit' },
  ],
}
