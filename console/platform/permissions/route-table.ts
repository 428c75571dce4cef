import type { Capability } from '@assay/risk-service/contract'

/**
 * Capabilities that open a page, by route: read of any one of them is enough, and an empty list opens it to everybody
 * with a role. It is loaded with the shell, not with the sections: the navigation needs to know at once which of its
 * pages open. Guards, navigation and tests are derived from it; a test compares it with `roles.json`.
 */
const routeTable = {
  '/': ['dashboard'],
  '/search': ['search'],
  '/search/:eventType/:envId/:id': ['search'],
  '/fraud': ['monitoring', 'rules', 'assessments', 'lossprevention', 'search'],
  '/fraud/purchase': ['monitoring'],
  '/fraud/purchase/rules': ['rules'],
  // Every role that may set a list status may search events as well.
  '/fraud/purchase/support': ['lists.support.entry'],
  '/fraud/accountcreation': ['monitoring'],
  '/fraud/accountcreation/rules': ['rules'],
  '/fraud/accountlogin': ['monitoring'],
  '/fraud/accountlogin/rules': ['rules'],
  '/fraud/attacks': ['monitoring'],
  '/fraud/attacks/:attackId': ['monitoring'],
  '/fraud/lossprevention': ['lossprevention'],
  '/fraud/lossprevention/reports': ['lossprevention'],
  '/fraud/assessments': ['assessments'],
  '/fraud/assessments/setup': ['assessments'],
  '/fraud/assessments/:assessmentId': ['monitoring', 'rules', 'assessments'],
  '/fraud/assessments/:assessmentId/configuration': ['assessments'],
  '/fraud/assessments/:assessmentId/schemaDetails': ['assessments'],
  '/fraud/assessments/:assessmentId/observations/create': ['assessments'],
  '/fraud/assessments/:assessmentId/observations/create/label': ['assessments'],
  '/fraud/assessments/:assessmentId/observations/label': ['assessments'],
  '/fraud/assessments/:assessmentId/observations/:observationId': ['assessments'],
  '/fraud/assessments/:assessmentId/monitor': ['monitoring'],
  '/fraud/assessments/:assessmentId/rules': ['rules'],
  '/casemanagement': ['cases.queues', 'routingrules', 'cases.report'],
  '/casemanagement/queues': ['cases.queues'],
  '/casemanagement/queues/:queueId': ['cases.queues'],
  '/casemanagement/queues/:queueId/:eventType/:envId/:id': ['cases.review'],
  '/casemanagement/routingrules': ['routingrules'],
  '/casemanagement/report': ['cases.report'],
  '/reports/alerts': ['monitoring'],
  '/rulesconfiguration': ['rules'],
  '/data/rules/purchaserules': ['rules'],
  '/data': [
    'rules',
    'velocities',
    'functions',
    'externalcalls',
    'externalassessments',
    'lists.custom',
    'lists.support',
    'graphexplorer',
    'eventtracing',
    'apimanagement',
    'ontology',
    'data.upload',
    'templates.rule',
    'templates.assessment',
    'templates.environment',
  ],
  '/data/velocities': ['velocities'],
  '/data/functions': ['functions'],
  '/data/externalcalls': ['externalcalls'],
  '/data/externalassessments': ['externalassessments'],
  '/data/dualrun': ['rules'],
  '/data/eventtracing': ['eventtracing'],
  '/data/upload': ['data.upload'],
  '/data/upload/purchaseprotection': ['data.upload'],
  '/data/upload/lossprevention': ['data.upload'],
  '/data/lists': ['lists.custom', 'lists.support'],
  '/data/lists/custom': ['lists.custom'],
  '/data/lists/support': ['lists.support'],
  '/data/explorer': ['graphexplorer'],
  '/data/upload/timemachine': ['reports.general'],
  '/data/movein': ['rules'],
  '/data/templates': ['templates.rule', 'templates.assessment', 'templates.environment'],
  '/data/apimanagement': ['apimanagement', 'ontology'],
  '/data/apimanagement/configuration': ['apimanagement', 'ontology'],
  '/data/apimanagement/requests': ['apimanagement'],
  '/data/apimanagement/errors': ['apimanagement'],
  '/data/apimanagement/ontology': ['ontology'],
  '/reports': ['reports.general', 'reports.scores', 'monitoring'],
  '/reports/summary': ['reports.general'],
  '/reports/rules': ['reports.general'],
  '/reports/scores': ['reports.scores'],
  '/reports/threats': ['reports.general'],
  '/reports/monitor': ['monitoring'],
  '/integration': ['integration.dashboard'],
  '/integration/listen': ['integration.dashboard'],
  '/api/:id': ['integration.dashboard'],
  '/aadapp/create': ['integration.apps'],
  '/aadapp/manage': ['integration.apps'],
  '/devicefingerprinting/setup': ['integration.apps'],
  '/devicefingerprinting/try': ['integration.apps'],
  '/environments': [],
  '/settings/transactionacceptancebooster': ['settings.tab'],
  '/settings/transactionacceptancebooster/optin': ['settings.tab'],
  '/settings/access': ['settings.access.users'],
  '/settings/access/apps': ['settings.access.apps'],
  '/settings': [
    'settings.activitylogs',
    'settings.usage',
    'settings.access.users',
    'settings.access.apps',
    'settings.subject.submit',
    'settings.subject.view',
    'settings.tab',
  ],
  '/settings/audit': ['settings.activitylogs'],
  '/settings/:eventType/:envId/:id': ['settings.activitylogs'],
  '/adminsettings': ['admin.configuration', 'admin.billing', 'admin.search'],
  '/adminsettings/search': ['admin.search'],
  '/adminsettings/billing': ['admin.billing'],
  '/settings/subject': ['settings.subject.submit', 'settings.subject.view'],
  '/settings/subject/search': ['settings.subject.submit'],
  '/settings/subject/requests': ['settings.subject.view'],
  '/settings/usage': ['settings.usage'],
  '/settings/usage/summary': ['settings.usage'],
  '/settings/usage/details': ['settings.usage'],
} as const satisfies Record<`/${string}`, readonly Capability[]>

/** A page of the console. */
export type RoutePath = keyof typeof routeTable
export const routePaths = Object.keys(routeTable) as RoutePath[]

/** What opens a page. */
export function capabilitiesOf(path: RoutePath): readonly Capability[] {
  return routeTable[path]
}

/** True when the page opens for a user with these rights. */
export function canOpen(path: RoutePath, can: (capability: Capability) => boolean): boolean {
  const capabilities = capabilitiesOf(path)
  return capabilities.length === 0 || capabilities.some(capability => can(capability))
}
