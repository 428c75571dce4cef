import type { Capability } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { capabilityNames } from './capability-names.ts'

/** Messages for the capabilities that open no page of their own, or share one: here each has a name that no other has. */
const ownTitles = {
  'actions.run': 'Permissions.Capability.RunActions',
  notes: 'Review.Notes.Title',
  'cases.queues': 'Queues.Title',
  'templates.rule': 'Permissions.Capability.RuleTemplates',
  'templates.assessment': 'Permissions.Capability.AssessmentTemplates',
  'templates.environment': 'Permissions.Capability.EnvironmentTemplates',
  'settings.usage': 'Permissions.Capability.Usage',
  'settings.activitylogs': 'Permissions.Capability.ActivityLogs',
  'settings.access.users': 'Permissions.Capability.UserAccess',
  'settings.access.apps': 'Permissions.Capability.ApplicationAccess',
  'settings.subject.submit': 'Permissions.Capability.SubmitSubjectRequests',
  'settings.subject.view': 'Permissions.Capability.ViewSubjectRequests',
  'settings.tab': 'Permissions.Capability.AcceptanceBooster',
  'notifications.environment': 'Permissions.Capability.EnvironmentNotifications',
  'notifications.operations': 'Permissions.Capability.OperationNotifications',
  'notifications.actions': 'Permissions.Capability.ActionNotifications',
  'notifications.search': 'Permissions.Capability.SearchNotifications',
  'notifications.notes': 'Permissions.Capability.NoteNotifications',
  'environments.root.manage': 'Permissions.Capability.ManageRoots',
  'environments.root.update': 'Permissions.Capability.UpdateRoots',
  'environments.child.manage': 'Permissions.Capability.ManageChildren',
  'admin.billing': 'Permissions.Capability.Billing',
  copilot: 'Permissions.Capability.Copilot',
} as const satisfies Partial<Record<Capability, string>>

/** The message that names a capability among all others. */
export const capabilityTitleOf = (capability: Capability): string | undefined =>
  (ownTitles as Partial<Record<Capability, string>>)[capability] ?? capabilityNames[capability]

/** Name of a capability in a list of all of them. */
export function CapabilityTitle({ capability }: { capability: Capability }) {
  const id = capabilityTitleOf(capability)
  return id === undefined ? <bdi dir="ltr">{capability}</bdi> : <FormattedMessage id={id} />
}
