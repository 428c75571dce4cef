/* Plain values of subject requests, apart from their schemas, so that a page can read them without the validator. */

export const subjectRequestTypes = ['export', 'delete'] as const
export type SubjectRequestType = (typeof subjectRequestTypes)[number]

export const subjectRequestStates = ['pending', 'complete', 'failed'] as const
export type SubjectRequestState = (typeof subjectRequestStates)[number]

/** What a pending request does. `remove`: events with what belongs to them; `replace`: values in what stays; `log`: the activity log. */
export const subjectRequestPhases = ['waiting', 'collect', 'export', 'remove', 'replace', 'log'] as const
export type SubjectRequestPhase = (typeof subjectRequestPhases)[number]

/**
 * Why a request has failed. `hold`: a legal hold was set after it was submitted; `tooLarge`: it concerns too many events,
 * or the file of an export would be too large; `internal`: an error that the log of the service names.
 */
export const subjectRequestFailures = ['hold', 'tooLarge', 'internal'] as const
export type SubjectRequestFailure = (typeof subjectRequestFailures)[number]

/** The attribute by which the built-in assessments find a person, and the one that every other assessment has. */
export const accountSubjectAttribute = 'user.userId'
export const eventSubjectAttribute = 'metadata.eventId'

/** Assessments with events of a user, in the order of the form. */
export const accountAssessments = ['accountcreation', 'accountlogin', 'purchase'] as const

export const subjectLimits = {
  /** Characters of a value. */
  value: 300,
  /** Matching events of a page. */
  page: 50,
  /** Requests of a page. */
  requests: 100,
  /** Legal holds of the list: all of them refuse deletions. */
  holds: 1000,
  /** Days for which the file of an export can be downloaded. */
  exportDays: 28,
  /** Bytes of the file of an export before it is packed. */
  exportBytes: 1_000_000_000,
  /** Events that one request concerns at most. */
  events: 200_000,
  /** Seconds of a search and of a dry run. */
  seconds: 30,
  /** Characters of the reason of a legal hold, and the years it lasts at most. */
  reason: 500,
  holdYears: 10,
  /** How often a request starts without anything being done, because of an error or the end of the process. */
  attempts: 5,
} as const

/** What happens to what a store has of a person. */
export const subjectOutcomes = ['deleted', 'pseudonymised', 'kept'] as const
export type SubjectOutcome = (typeof subjectOutcomes)[number]

/** The lines of a dry run, and of a receipt, in their order. */
export const subjectStores = {
  /** Requests, answers, enrichments and explanations, which the flight recorder shows. */
  events: 'deleted',
  observations: 'deleted',
  labels: 'deleted',
  /** Their content; the counts of decisions stay for the case report. */
  cases: 'deleted',
  notes: 'deleted',
  /** Entries by which search and graph find events. */
  searchEntries: 'deleted',
  /** What this person is in rings of the graph. */
  rings: 'deleted',
  /** Who looked at the events. */
  views: 'deleted',
  /** Events for other systems that are not delivered, and those of which delivery failed. */
  deliveries: 'deleted',
  boosterMessages: 'deleted',
  /** Events in back-tests, experiments, attacks and the mirror. */
  copies: 'deleted',
  deviceSessions: 'deleted',
  /** Rows of data uploads that are being stored or were refused. */
  uploadedRows: 'deleted',
  /** Answers stored for repeated calls, permissions to see masked data, and what is not counted yet. */
  caches: 'deleted',
  /** Rules that do not apply to this person for a time. */
  snoozes: 'deleted',
  /** Files of earlier exports. */
  exports: 'deleted',
  /** Names of this person in notes, cases, notifications, saved views and comparisons of others. */
  mentions: 'pseudonymised',
  /** The content of entries that name this person; their hashes stay in the chain. */
  activityLog: 'pseudonymised',
  /** Values of fields in the rows of reports; their figures leave with the next daily reading. */
  reportValues: 'pseudonymised',
  /** Counts of velocities under hashes. */
  velocities: 'kept',
  aggregates: 'kept',
  /** Figures of days that are older than four months. */
  reportSnapshots: 'kept',
  lists: 'kept',
  /** Texts of rules, functions, templates and settings, as their authors wrote them. */
  texts: 'kept',
  usage: 'kept',
  /** Files with events that were delivered to the storage of the customer. */
  deliveredFiles: 'kept',
  /** Uploaded files, until they are replaced or removed. */
  uploadedFiles: 'kept',
  /** Transactions of tills, which have no data subject ID. */
  retail: 'kept',
} as const satisfies Record<string, SubjectOutcome>
export type SubjectStore = keyof typeof subjectStores
export const subjectStoreNames = Object.keys(subjectStores) as SubjectStore[]
