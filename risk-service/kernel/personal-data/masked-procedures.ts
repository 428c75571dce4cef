import { accountSubject, eventSubject } from './mask-data.ts'

/**
 * Areas whose answers are not masked: lists, rules, templates and calls contain what users of the product have entered
 * to be used with its full value, and rights decide who reads them; notes are free text.
 */
const unmasked: ReadonlySet<string> = new Set([
  'notes',
  'access',
  'applications',
  'customLists',
  'databaseLists',
  'supportLists',
  'supportEntries',
  'externalCalls',
  'externalAssessments',
  'functions',
  'ruleTemplates',
  'assessmentTemplates',
  'environmentTemplates',
  'externalTiles',
  'movingIn',
])

/** Whether the answers of a procedure are not masked; every new area is, until it is named here. */
export const isUnmasked = (path: readonly string[]): boolean => unmasked.has(path[0] ?? '')

/** Procedures that mask their answer themselves, in parts that belong together. */
const selfMasking: ReadonlySet<string> = new Set([
  'eventSubscriptions.export',
  'eventSubscriptions.exportDeadLetters',
  'eventSubscriptions.pull',
  'recorder.timeline',
  'recorder.rerun',
  'recorder.testCase',
  'booster.preview',
  // A stream of what other procedures returned, which have masked it.
  'assistant.answer',
])

/** Whether a procedure masks its answer itself. */
export const masksItself = (path: readonly string[]): boolean => selfMasking.has(path.join('.'))

/** Returns the event or account that the input of a procedure names; what it returns as a whole belongs to it. */
export function subjectsOf(input: object): string[] {
  const read = (name: string): unknown => (input as Record<string, unknown>)[name]
  const [environmentId, eventType, id] = [read('environmentId'), read('eventType'), read('id')]
  const account = read('account') as { type?: unknown; value?: unknown } | undefined
  return [
    ...(typeof environmentId === 'string' && typeof eventType === 'string' && typeof id === 'string'
      ? [eventSubject(environmentId, eventType, id)]
      : []),
    ...(typeof account?.type === 'string' && typeof account.value === 'string'
      ? [accountSubject(account.type, account.value)]
      : []),
  ]
}
