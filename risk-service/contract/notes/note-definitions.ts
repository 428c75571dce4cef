import type { RoleId } from '../access/capabilities.ts'

/** Limits of the notes on one event, and of their attachments. */
export const noteLimits = {
  /** Characters of a note. */
  text: 4000,
  /** Notes and replies on an event. */
  perEvent: 1000,
  /** Attachments of a note. */
  attachments: 10,
  /** Bytes of an attachment. */
  attachmentSize: 20 * 1024 * 1024,
  /** Characters of the name of an attachment. */
  attachmentName: 200,
  /** Uploaded files of one user that no note has published yet. */
  pendingAttachments: 30,
  /** Hours after which a file that no note has published is removed. */
  pendingHours: 24,
  /** People that the search for a mention returns. */
  candidates: 8,
} as const

/** Roles that may delete the notes of others. */
export const noteManagerRoles: readonly RoleId[] = [
  'ProductAdmin',
  'AllAreasAdmin',
  'AllAreasEditor',
  'ManualReviewFraudManager',
  'PSPAdmin',
  'FraudManager',
  'FraudSupervisor',
]

/** Media types of attachments by the extension of their name. */
export const attachmentTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
/** Media type of a picture of the graph: made by the service, never uploaded, and opened on the page alone. */
export const graphSnapshotType = 'application/vnd.assay.graph+json'
export type AttachmentExtension = keyof typeof attachmentTypes

/** Returns the extension of a file name in lower case; null for one that attachments do not have. */
export function attachmentExtensionOf(name: string): AttachmentExtension | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && Object.hasOwn(attachmentTypes, extension) ? (extension as AttachmentExtension) : null
}

/** What system notes report; the console has one message for each, with the parameters that the feature sends. */
export const systemNoteEvents = [
  /** `decision`, `reason` */
  'decided',
  /** `decision`, `reason`, `count` */
  'bulkDecided',
  /** `added`, `removed`: names, separated by commas */
  'tagsChanged',
  /** `until`: an ISO time */
  'held',
  /** `until`: an ISO time */
  'challengeRequested',
  /** `reason` */
  'escalated',
  /** `from`, `to`: names of queues */
  'transferred',
  /** `from`, `to`: names of queues */
  'queueDeleted',
] as const
export type SystemNoteEvent = (typeof systemNoteEvents)[number]
