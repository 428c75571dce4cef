import { z } from 'zod'
import { callErrors } from './resource-limits.ts'

/**
 * Why the console API answers 409: the `reason` of a conflict, and the `code` of its body on the REST side. A new
 * reason is added here first: a misspelt one does not compile, neither in the service nor in the console.
 */
export const conflictReasons = [
  /** Another user changed the resource since the caller read it. */
  'version.conflict',
  /** A resource that the published text names was removed or renamed in the meantime. */
  'resources.changed',
  /** Other resources use the one to be removed or renamed; `dependents` lists them. */
  'resource.used',
  /** The first call with the same idempotency key is still running. */
  'call.running',

  /** At least one Product admin is required. */
  'access.lastAdministrator',
  /** No role of the caller may assign or revoke one of the roles. */
  'access.roleAssignment',
  /** The caller would lose access control here. */
  'access.selfRemoval',
  /** An application has this id. */
  'applications.exists',
  /** No directory role of the caller lets them register applications. */
  'applications.directoryRole',
  /** No role of the caller may assign or revoke a role of the application. */
  'applications.roleAssignment',
  /** As many secrets of the application are valid as may be. */
  'applications.secretLimit',
  'assessment.exists',
  'assessment.limit',
  /** The events of a deleted assessment with this name are still being removed. */
  'assessment.removing',
  /** Other environments may call the assessment. */
  'assessment.shared',
  /** The administrator has switched the assistant off. */
  'assistant.off',
  /** The settings of the assistant are those of the tenant: the caller lacks the right in one of its root environments. */
  'assistant.tenantRight',
  'backtest.exists',
  'backtest.limit',
  'dualRun.exists',
  'dualRun.limit',
  /** Only production environments share anything with banks. */
  'booster.sandbox',
  'mirror.exists',
  /** The same subject request is pending already. */
  'subject.pending',
  /** A legal hold forbids the deletion; `changedBy` is its owner, `changedAt` its end. */
  'subject.hold',
  /** Another request or hold has this id. */
  'subject.exists',
  /** More events than one request may concern. */
  'subject.limit',
  /** The exported data is no longer available. */
  'subject.expired',
  'branch.exists',
  'branches.limit',
  'case.alreadyDecided',
  'case.badState',
  'case.conflictOfInterest',
  'case.escalated',
  /** A review was continued as often as the tenant allows. */
  'case.extensionLimit',
  'case.held',
  'case.lockedByOther',
  'case.alreadyJudged',
  'case.undoExpired',
  'cases.bulkLimit',
  /** No action for challenges is configured. */
  'challenge.noAction',
  /** The queue does not allow challenges. */
  'challenge.off',
  'correction.off',
  'decision.used',
  'draft.exists',
  'environment.countLimit',
  'environment.customerApiIdInUse',
  'environment.hasChildren',
  'environment.idInUse',
  'environment.invalidTransition',
  'environment.lastOfTenant',
  'environment.levelLimit',
  'environment.nameInUse',
  'environment.notActive',
  'environment.sandboxApiIdInUse',
  'environment.sandboxNameInUse',
  'experiment.other',
  'experiment.running',
  /** The export took longer than it may. */
  'export.timeout',
  /** The search finds more events than a file has. */
  'export.tooLarge',
  'externalAssessments.exists',
  'externalAssessments.limit',
  'externalAssessments.locked',
  'externalAssessments.shared',
  'externalCalls.exists',
  'externalCalls.limit',
  'externalCalls.locked',
  'externalCalls.tooManyTests',
  'fcra.newText',
  'fcra.notNeeded',
  /** Too many published functions in an environment. */
  'functions.limit',
  'group.limit',
  'group.used',
  'lists.entryLimit',
  'lists.exists',
  'lists.limit',
  'lists.size',
  /** A single list that others use was to be deleted: the product's own code for this error of a list. */
  'LST010',
  'lock.lost',
  'locks.limit',
  /** The file of a member of staff has to be opened before something is said of it. */
  'lossFile.closed',
  'models.trainingExists',
  'models.training',
  'notes.exists',
  'notes.limit',
  'notes.notOwn',
  'notes.system',
  /** Too many uploaded files that no note has published. */
  'notes.uploadLimit',
  'observation.exists',
  /** The preview of other rights has ended. */
  'preview.ended',
  /** A preview of other rights changes nothing. */
  'preview.readOnly',
  'promotion.first',
  'queue.limit',
  'queue.nameTaken',
  'queue.referenced',
  'queue.restricted',
  'queue.system',
  /** What reports of this assessment count was changed too often. */
  'reports.changeLimit',
  /** The values of a field are not in the reports yet. */
  'reports.dataFilterPending',
  /** Reports count no events of this assessment. */
  'reports.off',
  /** A function, velocity set or rule has this id. */
  'resource.exists',
  /** The retail environment does not answer as it should: `retailAccessFailures`. */
  'retail.address',
  'retail.answer',
  'retail.certificate',
  'retail.status',
  'retail.timeout',
  'retail.token',
  'retail.unauthorized',
  'retail.unreachable',
  /** The environment is connected to a retail environment, or is not. */
  'retail.connected',
  'retail.disconnected',
  /** This installation has no application that is registered with retail environments. */
  'retail.notAvailable',
  /** Too many functions in the rules of a branch. */
  'rules.functionLimit',
  'rules.limit',
  /** The tenant has no search yet. */
  'search.off',
  /** The query took longer than a search may. */
  'search.timeout',
  /** The rule is snoozed for this value already. */
  'snooze.exists',
  'templates.exists',
  'templates.legacyAssessment',
  'templates.limit',
  /** A file of the data type is being checked or processed. */
  'uploads.busy',
  /** The file is not the one whose upload began. */
  'uploads.fileChanged',
  /** Another user uploads a file of the entity. */
  'uploads.inProgress',
  /** Chunks of the file have not arrived. */
  'uploads.incomplete',
  /** The disk of the service has no room for the file. */
  'uploads.noSpace',
  /** This installation stores no uploaded files. */
  'uploads.notInstalled',
  /** The upload has ended, or was replaced. */
  'uploads.notUploading',
  /** The run has ended. */
  'uploads.notRunning',
  /** The caller uploads another file of the entity. */
  'uploads.otherFile',
  'velocities.system',
  'views.limit',
  'views.notOwn',
  'views.sharedLimit',
] as const
export type ConflictReason = (typeof conflictReasons)[number]

/**
 * Conflicts with another status than 409: what belongs to another user is forbidden, an expired right to change is gone, too
 * many of something is a limit of rate or of size, and a full disk is the state of the service.
 */
export const conflictStatus = {
  'access.roleAssignment': 403,
  'applications.directoryRole': 403,
  'applications.roleAssignment': 403,
  'lock.lost': 410,
  'locks.limit': 429,
  'cases.bulkLimit': 413,
  'notes.notOwn': 403,
  'preview.ended': 410,
  'preview.readOnly': 403,
  'uploads.noSpace': 507,
} as const satisfies Partial<Record<ConflictReason, number>>

/** What refused a change of a case: who, when, and the decision if there is one. */
export const caseConflictSchema = z.object({
  /** Null: the time-out of the queue, or the service. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  decision: z.string().nullable(),
  reason: z.string().nullable(),
  /** When a hold or a lock ends. */
  until: z.iso.datetime().nullable(),
})
export type CaseConflict = z.infer<typeof caseConflictSchema>

/** Codes of issues that a client tells apart; all other issues have a path and a message only. */
export const issueCodes = [
  /** A person or group has the roles already. */
  'roles.assigned',
  /** Another resource has this name. */
  'name.taken',
  /** A velocity of another set has the name. */
  'velocity.nameTaken',
  /** The environment has no such assessment. */
  'assessment.unknown',
  /** The tenant has no root environment of the name. */
  'environment.noRoot',
  'environment.displayName',
  /** Settings of a queue that no reviewer could work with. */
  'queue.decision',
  'queue.savingAction',
  'queue.savingOrder',
  'queue.decisionPair',
  'queue.decisionNotOffered',
  'queue.reason',
  'queue.supervisorReviews',
  'queue.noSupervisor',
  /** The decision of a case is not configured, or not offered by its queue. */
  'decision.unknown',
  'reason.unknown',
  'checklist.incomplete',
  /** Events of the type have no such field. */
  'search.field',
  /** Values of the field are masked for the caller, and only the whole value can be compared. */
  'search.masked',
  /** The settings of the assessment exclude its events from the search. */
  'search.excluded',
  /** The day is before the earliest one that can be searched. */
  'search.tooEarly',
  /** The id of a node of the graph was not made by the service, or for another tenant. */
  'graph.node',
  /** The file of a certificate has a private key in it, which stays with the client. */
  'certificate.privateKey',
  'certificate.several',
  'certificate.unreadable',
  'certificate.weakKey',
  'certificate.expired',
  /** The application has the certificate already. */
  'certificate.duplicate',
  /** This service cannot read certificates. */
  'certificate.unavailable',
] as const
export type IssueCode = (typeof issueCodes)[number]

/** One faulty value of a 400 or 422: its path in the input, and the error. */
export const issueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  code: z.enum(issueCodes).optional(),
})
export type Issue = z.infer<typeof issueSchema>

/** How a call to the merchant's service or database failed, in the 422 of the request that depends on it. */
export const callFailureSchema = z.object({
  errorType: z.enum(callErrors),
  /** Null without an answer. */
  httpStatusCode: z.number().int().nullable(),
})
export type CallFailure = z.infer<typeof callFailureSchema>
