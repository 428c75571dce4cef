import type { Capability } from './capabilities.ts'

export const notificationTypes = ['Critical', 'Error', 'Information', 'Success', 'Warning'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Who is told about what: the capability that opens a topic, read in the environment of the notification. */
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
  cases: 'cases.review',
  notes: 'notifications.notes',
} as const satisfies Record<string, Capability>
export type NotificationTopic = keyof typeof notificationTopics
export const notificationTopicIds = Object.keys(notificationTopics) as NotificationTopic[]

interface EventKind {
  topic: NotificationTopic
  type: NotificationType
  /** Where an event is not for everybody of its topic. */
  capability?: Capability
}
const kind = (topic: NotificationTopic, type: NotificationType, capability?: Capability): EventKind => ({
  topic,
  type,
  ...(capability ? { capability } : {}),
})

/**
 * Everything that notifies. The console has one sentence for each, with the parameters that the feature sends along.
 */
export const notificationEvents = {
  EnvironmentCreated: kind('environments', 'Success'),
  EnvironmentFailed: kind('environments', 'Error'),
  EnvironmentDeleted: kind('environments', 'Information'),
  SubscriptionFailing: kind('eventTracing', 'Error'),
  SubscriptionStopped: kind('eventTracing', 'Critical'),
  BlobCopied: kind('eventTracing', 'Success'),
  PlanExpires: kind('subscription', 'Warning'),
  PlanExpired: kind('subscription', 'Critical'),
  PlanUsed: kind('subscription', 'Warning'),
  SubjectRequestCompleted: kind('subjectRequests', 'Success'),
  SubjectRequestFailed: kind('subjectRequests', 'Error'),
  CertificateExpires: kind('certificate', 'Warning'),
  CertificateExpired: kind('certificate', 'Critical'),
  ExternalCallSlow: kind('externalCalls', 'Warning'),
  ExternalCallOpen: kind('externalCalls', 'Error'),
  UploadFinished: kind('dataUpload', 'Success'),
  UploadFailed: kind('dataUpload', 'Error'),
  ActionFinished: kind('actions', 'Success'),
  ActionFailed: kind('actions', 'Error'),
  SearchTurnedOn: kind('search', 'Success'),
  ExportReady: kind('search', 'Success'),
  ExportCancelled: kind('search', 'Warning'),
  WatchedSearch: kind('search', 'Information'),
  CaseAssigned: kind('cases', 'Information'),
  HoldEnded: kind('cases', 'Information'),
  CaseEscalated: kind('cases', 'Information'),
  ApprovalWaiting: kind('cases', 'Information'),
  LockReleased: kind('cases', 'Information'),
  FollowUpFailed: kind('cases', 'Warning'),
  ReportAlert: kind('cases', 'Warning', 'cases.report'),
  NoteTagged: kind('notes', 'Information'),
} as const satisfies Record<string, EventKind>
export type NotificationEvent = keyof typeof notificationEvents
export const notificationEventIds = Object.keys(notificationEvents) as NotificationEvent[]

/**
 * Topics that something in this version notifies about: only these have a switch. A feature that begins to notify adds
 * its own.
 */
export const connectedTopics: readonly NotificationTopic[] = ['environments']

/** Days a notification is kept. */
export const notificationDays = 90
