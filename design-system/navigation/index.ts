export { focusPageTitle } from '../lib/focus/focus-page-title.ts'
export { type Breadcrumb, Breadcrumbs, type BreadcrumbsProps } from './breadcrumbs/breadcrumbs.tsx'
export {
  type EnvironmentNode,
  EnvironmentSwitcher,
  type EnvironmentSwitcherProps,
} from './environment-switcher/environment-switcher.tsx'
export { type NavigationLinkProps, type RenderLink, renderAnchor } from './link/render-link.tsx'
export { BrandMark, type BrandMarkProps } from './nav-shell/brand-mark.tsx'
export { type NavItem, type NavPage, useOptionalNavShell } from './nav-shell/nav-context.ts'
export { NavShell, type NavShellProps, TopBar, type TopBarProps } from './nav-shell/nav-shell.tsx'
export { type PageAction, PageActions, type PageActionsProps } from './page-header/page-actions.tsx'
export { PageHeader, type PageHeaderProps } from './page-header/page-header.tsx'
export { type PageRange, Pagination, type PaginationProps } from './pagination/pagination.tsx'
export { type Segment, SegmentedControl, type SegmentedControlProps } from './segmented-control/segmented-control.tsx'
export { SkipLink, type SkipLinkProps } from './skip-link/skip-link.tsx'
export { Stepper, type StepperProps, type StepperStep, type StepState, stepStates } from './stepper/stepper.tsx'
export {
  Tab,
  TabLink,
  type TabLinkProps,
  TabList,
  type TabListProps,
  TabNav,
  type TabNavProps,
  TabPanel,
  type TabProps,
  Tabs,
  type TabsProps,
} from './tabs/tabs.tsx'
export { useWizard, Wizard, type WizardContextValue, type WizardProps, type WizardStep } from './wizard/wizard.tsx'
export { WizardReviewSection, type WizardReviewSectionProps } from './wizard/wizard-review.tsx'
