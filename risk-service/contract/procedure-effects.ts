import type { ProcedureName } from './procedure-rights.ts'

/**
 * `read`: stores nothing and may be repeated at any time. `change`: stores something, so that a repeat is sent with the
 * idempotency key of the first call.
 */
type ProcedureEffect = 'read' | 'change'

type LastPart<Name> = Name extends `${string}.${infer Part}` ? Part : never

/**
 * The effect of every procedure of the console API by the last part of its name, which has the same effect in each
 * area. The method is no indication: many reads use POST, because their input is long or secret. The table imports no
 * schema and is short, because the first page of the console loads it.
 */
const effects = {
  list: 'read',
  get: 'read',
  check: 'read',
  download: 'read',
  compose: 'read',
  export: 'read',
  sources: 'read',
  events: 'read',
  count: 'read',
  eventTypes: 'read',
  fields: 'read',
  removals: 'read',
  find: 'read',
  counterfactuals: 'read',
  linked: 'read',
  vocabulary: 'read',
  evaluate: 'read',
  history: 'read',
  version: 'read',
  dependencies: 'read',
  dependents: 'read',
  settings: 'read',
  overview: 'read',
  results: 'read',
  assessments: 'read',
  queues: 'read',
  health: 'read',
  read: 'read',
  rows: 'read',
  versions: 'read',
  performance: 'read',
  test: 'read',
  preview: 'read',
  targets: 'read',
  configuration: 'read',
  entries: 'read',
  trainingStatus: 'read',
  summary: 'read',
  activity: 'read',
  transactions: 'read',
  transaction: 'read',
  impact: 'read',
  definition: 'read',
  cases: 'read',
  decisions: 'read',
  reviewers: 'read',
  unfinished: 'read',
  candidates: 'read',
  add: 'change',
  judge: 'change',
  describe: 'change',
  remove: 'change',
  create: 'change',
  use: 'change',
  update: 'change',
  retry: 'change',
  saveDraft: 'change',
  discardDraft: 'change',
  publish: 'change',
  setStatus: 'change',
  rename: 'change',
  reorder: 'change',
  restore: 'change',
  saveEvaluation: 'change',
  savePayload: 'change',
  revertPayload: 'change',
  start: 'change',
  cancel: 'change',
  startExperiment: 'change',
  stopExperiment: 'change',
  promote: 'change',
  cancelBackfill: 'change',
  clone: 'change',
  replace: 'change',
  saveConfiguration: 'change',
  save: 'change',
  import: 'change',
  set: 'change',
  train: 'change',
  cancelTraining: 'change',
  activate: 'change',
  markRead: 'change',
  dismiss: 'change',
  dismissAll: 'change',
  setTopic: 'change',
  accept: 'change',
  decline: 'change',
  setDefault: 'change',
  assignUsers: 'change',
  next: 'change',
  lock: 'change',
  extend: 'change',
  decide: 'change',
  undo: 'change',
  correct: 'change',
  sendBack: 'change',
  escalate: 'change',
  hold: 'change',
  resume: 'change',
  transfer: 'change',
  assign: 'change',
  approve: 'change',
  withdraw: 'change',
  forceRelease: 'change',
  setTags: 'change',
  setChecklist: 'change',
  setPriority: 'change',
  retryFollowUps: 'change',
  decideMany: 'change',
  attach: 'change',
  detach: 'change',
} satisfies Record<LastPart<ProcedureName>, ProcedureEffect>

/** Returns the effect of a procedure by its path; undefined when the table lacks it. */
export function effectOf(path: readonly string[]): ProcedureEffect | undefined {
  const table: Readonly<Record<string, ProcedureEffect>> = effects
  const name = path.at(-1) ?? ''
  return path.length === 2 && Object.hasOwn(table, name) ? table[name] : undefined
}

/** Whether a procedure, identified by its path, stores nothing. */
export const isReadProcedure = (path: readonly string[]): boolean => effectOf(path) === 'read'
