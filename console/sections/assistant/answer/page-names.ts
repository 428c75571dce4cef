import type { IntlShape } from 'react-intl'

/** Messages that name the pages which answers lead to; a page below one of them has its name. */
const pageMessages: Readonly<Record<string, string>> = {
  '/': 'Shell.Nav.Dashboard',
  '/search': 'Shell.Nav.Search',
  '/fraud': 'Shell.Nav.Fraud',
  '/fraud/purchase': 'Events.Assessment.purchase',
  '/fraud/purchase/rules': 'Shell.Nav.PurchaseRules',
  '/fraud/purchase/support': 'Support.Title',
  '/fraud/accountcreation': 'Events.Assessment.accountcreation',
  '/fraud/accountcreation/rules': 'Shell.Nav.AccountCreationRules',
  '/fraud/accountlogin': 'Events.Assessment.accountlogin',
  '/fraud/accountlogin/rules': 'Shell.Nav.AccountLoginRules',
  '/fraud/attacks': 'Attacks.Title',
  '/fraud/lossprevention': 'LossPrevention.Title',
  '/fraud/assessments': 'Monitoring.Overview.Title',
  '/casemanagement': 'Shell.Nav.CaseManagement',
  '/casemanagement/queues': 'Queues.Title',
  '/casemanagement/routingrules': 'Routing.Title',
  '/casemanagement/report': 'CaseReport.Title',
  '/rulesconfiguration': 'Shell.Nav.RulesConfiguration',
  '/data': 'Shell.Nav.Data',
  '/data/rules': 'Shell.Nav.RulesConfiguration',
  '/data/velocities': 'Velocities.Title',
  '/data/functions': 'Functions.Title',
  '/data/externalcalls': 'Calls.Title',
  '/data/externalassessments': 'ExternalAssessments.Title',
  '/data/lists': 'Lists.Title',
  '/data/lists/support': 'Permissions.Capability.SupportLists',
  '/data/explorer': 'Explorer.Title',
  '/data/eventtracing': 'EventTracing.Title',
  '/data/apimanagement': 'ApiManagement.Title',
  '/data/apimanagement/ontology': 'Ontology.Title',
  '/data/upload': 'Upload.Title',
  '/data/upload/timemachine': 'TimeMachine.Title',
  '/data/dualrun': 'DualRun.Title',
  '/data/templates': 'Templates.Title',
  '/data/movein': 'MovingIn.Title',
  '/reports': 'Shell.Nav.Reports',
  '/reports/summary': 'Reports.Summary',
  '/reports/rules': 'Reports.Rules',
  '/reports/scores': 'Reports.Scores',
  '/reports/threats': 'Reports.Threats',
  '/reports/monitor': 'Monitoring.Title',
  '/reports/alerts': 'Alerts.Title',
  '/settings': 'Shell.Nav.Settings',
  '/settings/usage': 'Usage.Title',
  '/settings/audit': 'ActivityLog.Title',
  '/settings/access': 'Access.Title',
  '/settings/access/apps': 'Access.Apps',
  '/settings/subject': 'Subjects.Title',
  '/settings/transactionacceptancebooster': 'Booster.Title',
  '/environments': 'Environments.Title',
  '/integration': 'Integration.Title',
  '/adminsettings': 'Admin.Title',
  '/adminsettings/billing': 'Admin.Tab.billing',
  '/adminsettings/search': 'Admin.Tab.search',
  '/devicefingerprinting': 'Fingerprint.Title',
}

/** Name of the page at a route; the route itself where none above it has a name. */
export function pageName(intl: IntlShape, route: string): string {
  for (let path = route; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const id = pageMessages[path]
    if (id !== undefined) return intl.formatMessage({ id })
  }
  return route
}
