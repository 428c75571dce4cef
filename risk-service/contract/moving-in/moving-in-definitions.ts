/* What moves in from another installation or product, and the states in which it ends. */

/** The kinds that a folder of a configuration has; the others are those of moving in alone. */
export const configurationKinds = [
  'settings',
  'order',
  'customList',
  'databaseList',
  'supportList',
  'externalCall',
  'externalAssessment',
  'function',
  'velocitySet',
  'rule',
  'routingRule',
] as const

/** Kinds of moved objects, in the order in which they are shown and applied. */
export const movedKinds = ['environment', 'queue', ...configurationKinds, 'user', 'application', 'file'] as const
export type MovedKind = (typeof movedKinds)[number]

/** The states of a translated rule, from the best to the worst. */
export const moveStates = ['same', 'sameWithNote', 'needsYou', 'leftOut', 'failed'] as const
export type MoveState = (typeof moveStates)[number]

/** What an application of the files does with an object. */
export const moveActions = ['create', 'change', 'none'] as const
export type MoveAction = (typeof moveActions)[number]

/** Notes on an object with the state that each leads to; `language` and `missing` repeat the check of its text. */
export const moveNoteStates = {
  language: 'failed',
  missing: 'needsYou',
  warning: 'sameWithNote',
  unreadable: 'failed',
  schema: 'failed',
  fault: 'failed',
  notJson: 'failed',
  repeated: 'failed',
  refused: 'failed',
  noPlace: 'leftOut',
  noRight: 'needsYou',
  activeRule: 'leftOut',
  otherType: 'leftOut',
  activeOrder: 'leftOut',
  replaces: 'sameWithNote',
  secret: 'needsYou',
  noRows: 'needsYou',
  expired: 'sameWithNote',
  parentPending: 'needsYou',
  differs: 'leftOut',
  people: 'needsYou',
  noUser: 'needsYou',
  invited: 'needsYou',
  notAssignable: 'needsYou',
  otherFamily: 'leftOut',
  sandboxRole: 'leftOut',
  wholeTenant: 'sameWithNote',
  unknownRole: 'failed',
  credential: 'needsYou',
  idTaken: 'failed',
} as const satisfies Record<string, MoveState>
export type MoveNoteCode = keyof typeof moveNoteStates
export const moveNoteCodes = Object.keys(moveNoteStates) as MoveNoteCode[]

/** `text`: characters of all files together. `seconds`: time of a preview, and of an application. */
export const movingInLimits = { seconds: 180, files: 5000, text: 19_000_000, path: 500, pasted: 1_000_000 } as const
