import type { Capability } from '../access/capabilities.ts'

export const notificationTypes = ['Critical', 'Error', 'Information', 'Success', 'Warning'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Recipients of each topic: the capability that opens it, read in the environment of the notification. */
export const notificationTopics = {
  environments: 'notifications.environment',
  eventTracing: 'notifications.environment',
  subscription: 'notifications.environment',
  subjectRequests: 'notifications.operations',
  certificate: 'notifications.operations',
  externalCalls: 'notifications.operations',
  dataUpload: 'data.upload',
  actions: 'notifications.actions',
  search: 'notifications.search',
  fields: 'notifications.operations',
  alerts: 'monitoring',
  cases: 'cases.review',
  notes: 'notifications.notes',
} as const satisfies Record<string, Capability>
export type NotificationTopic = keyof typeof notificationTopics
export const notificationTopicIds = Object.keys(notificationTopics) as NotificationTopic[]

interface NotificationEventDefinition {
  topic: NotificationTopic
  type: NotificationType
  /** For an event that only a part of the recipients of its topic may see. */
  capability?: Capability
}
const eventDefinition = (
  topic: NotificationTopic,
  type: NotificationType,
  capability?: Capability,
): NotificationEventDefinition => ({
  topic,
  type,
  ...(capability ? { capability } : {}),
})

/** All events that notify. The console has one message for each, with the parameters that the feature sends. */
export const notificationEvents = {
  EnvironmentCreated: eventDefinition('environments', 'Success'),
  EnvironmentFailed: eventDefinition('environments', 'Error'),
  EnvironmentDeleted: eventDefinition('environments', 'Information'),
  SubscriptionFailing: eventDefinition('eventTracing', 'Error'),
  SubscriptionStopped: eventDefinition('eventTracing', 'Critical'),
  BlobCopied: eventDefinition('eventTracing', 'Success'),
  PlanExpires: eventDefinition('subscription', 'Warning'),
  PlanExpired: eventDefinition('subscription', 'Critical'),
  PlanUsed: eventDefinition('subscription', 'Warning'),
  SubjectRequestCompleted: eventDefinition('subjectRequests', 'Success'),
  SubjectRequestFailed: eventDefinition('subjectRequests', 'Error'),
  CertificateExpires: eventDefinition('certificate', 'Warning'),
  CertificateExpired: eventDefinition('certificate', 'Critical'),
  ExternalCallSlow: eventDefinition('externalCalls', 'Warning'),
  ExternalCallOpen: eventDefinition('externalCalls', 'Error'),
  UploadFinished: eventDefinition('dataUpload', 'Success'),
  UploadFailed: eventDefinition('dataUpload', 'Error'),
  ActionFinished: eventDefinition('actions', 'Success'),
  ActionFailed: eventDefinition('actions', 'Error'),
  SearchTurnedOn: eventDefinition('search', 'Success'),
  ExportReady: eventDefinition('search', 'Success'),
  ExportCancelled: eventDefinition('search', 'Warning'),
  WatchedSearch: eventDefinition('search', 'Information'),
  FieldDropped: eventDefinition('fields', 'Warning'),
  IncidentOpened: eventDefinition('alerts', 'Warning'),
  AttackFound: eventDefinition('alerts', 'Critical'),
  /** A ring that the user watches. */
  RingGrown: eventDefinition('search', 'Information', 'graphexplorer'),
  CaseAssigned: eventDefinition('cases', 'Information'),
  CasesAssigned: eventDefinition('cases', 'Information'),
  HoldEnded: eventDefinition('cases', 'Information'),
  CaseEscalated: eventDefinition('cases', 'Information'),
  ApprovalWaiting: eventDefinition('cases', 'Information'),
  LockReleased: eventDefinition('cases', 'Information'),
  FollowUpFailed: eventDefinition('cases', 'Warning'),
  ReportAlert: eventDefinition('cases', 'Warning', 'cases.report'),
  NoteTagged: eventDefinition('notes', 'Information'),
  /** In a note on an event that the user may not see. */
  NoteTaggedElsewhere: eventDefinition('notes', 'Information'),
} as const satisfies Record<string, NotificationEventDefinition>
export type NotificationEvent = keyof typeof notificationEvents
export const notificationEventIds = Object.keys(notificationEvents) as NotificationEvent[]

/**
 * Topics with at least one event in this version: only these have a switch. A feature that begins to notify adds its
 * own.
 */
export const configurableTopics: readonly NotificationTopic[] = [
  'environments',
  'subscription',
  'search',
  'alerts',
  'notes',
]

/** Days for which a notification is stored. */
export const notificationDays = 90
