/** Why the service refuses what moves in, as far as the console says it in its own words. */
export const refusalCodes = [
  'access.roleAssignment',
  'applications.exists',
  'applications.roleAssignment',
  /** A role of applications that root environments alone have. */
  'applications.rootRole',
  'assessment.unknown',
  'environment.countLimit',
  'environment.customerApiIdInUse',
  'environment.displayName',
  'environment.levelLimit',
  'environment.nameInUse',
  /** Its parent is no environment below that of the call. */
  'environment.noParent',
  'environment.noRoot',
  'environment.notActive',
  'externalAssessments.limit',
  'externalCalls.limit',
  'functions.limit',
  'lists.entryLimit',
  'lists.limit',
  'name.taken',
  'queue.decision',
  'queue.decisionNotOffered',
  'queue.decisionPair',
  'queue.limit',
  'queue.nameTaken',
  'queue.noSupervisor',
  'queue.reason',
  'queue.savingAction',
  'queue.savingOrder',
  'queue.supervisorReviews',
  'resource.used',
  'resources.changed',
  'rules.functionLimit',
  'rules.limit',
  'velocity.nameTaken',
  'version.conflict',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Returns the code when the console has words for it. */
export const refusalCodeOf = (code: string | null | undefined): RefusalCode | null =>
  refusalCodes.find(each => each === code) ?? null
