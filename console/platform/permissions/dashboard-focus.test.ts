import { allows, capabilitiesOf, type RoleId } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { type DashboardFocus, dashboardFocus } from './dashboard-focus.ts'

const roles: Partial<Record<RoleId, DashboardFocus>> = {
  ManualReviewAnalyst: 'work',
  ManualReviewSeniorAnalyst: 'work',
  ManualReviewAgent: 'work',
  ManualReviewFraudManager: 'figures',
  FraudManager: 'figures',
  FraudSupervisor: 'figures',
  FraudAnalyst: 'figures',
  Reporting: 'figures',
  ProductAdmin: 'figures',
  AllAreasAdmin: 'figures',
  AllAreasEditor: 'figures',
  AllAreasViewer: 'figures',
  PSPAdmin: 'figures',
  FraudEngineer: 'operations',
  TechnicalDeveloper: 'operations',
  SupportAgent: 'figures',
  CustomerServiceSupport: 'figures',
}

it.each(Object.entries(roles))('the dashboard of %s begins with %s', (role, focus) => {
  const capabilities = capabilitiesOf([role as RoleId])
  expect(dashboardFocus((capability, level = 'read') => allows(capabilities[capability] ?? 'none', level))).toBe(focus)
})
