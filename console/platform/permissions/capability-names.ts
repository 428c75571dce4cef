import type { Capability } from '@assay/risk-service/contract'

/** Messages that name the permissions of pages and commands; those of pages that do not exist yet have none. */
export const capabilityNames: Partial<Record<Capability, string>> = {
  dashboard: 'Permissions.Capability.Dashboard',
  search: 'Permissions.Capability.Search',
  rules: 'Permissions.Capability.Rules',
  'cases.queues': 'Queues.Title',
  'cases.queues.define': 'Permissions.Capability.DefineQueues',
  'cases.assign': 'Permissions.Capability.AssignCases',
  'cases.review': 'Permissions.Capability.ReviewCases',
  'cases.report': 'CaseReport.Title',
  routingrules: 'Routing.Title',
  velocities: 'Velocities.Title',
  functions: 'Functions.Title',
  externalcalls: 'Calls.Title',
  externalassessments: 'ExternalAssessments.Title',
  'lists.custom': 'Permissions.Capability.CustomLists',
  'lists.support': 'Permissions.Capability.SupportLists',
  'lists.support.entry': 'Support.Panel.Title',
  'templates.rule': 'Templates.Title',
  'admin.configuration': 'Admin.Title',
  'admin.search': 'Search.Off.Open',
  'templates.assessment': 'Templates.Title',
  'templates.environment': 'Templates.Title',
  'environments.root.manage': 'Environments.Title',
  'environments.root.update': 'Environments.Title',
  'environments.child.manage': 'Environments.Title',
}
