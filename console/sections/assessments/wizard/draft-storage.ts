import { readJson, store, storedKeys } from '../../../platform/storage/browser-storage.ts'
import { type WizardDraft, wizardSteps } from './wizard-draft.ts'

/** How long a draft is stored: 30 days, in milliseconds. */
const lifetime = 30 * 24 * 60 * 60_000
/** More than these would be a sign of drafts that nobody returns to: the oldest goes. */
const maxDrafts = 10

/** Whose draft it is, and of which environment. */
export interface DraftOwner {
  user: string
  environmentId: string
}
export interface StoredWizardDraft extends DraftOwner {
  at: number
  draft: WizardDraft
}

const isStored = (value: unknown): value is StoredWizardDraft => {
  if (typeof value !== 'object' || value === null) return false
  const { user, environmentId, at, draft } = value as Partial<StoredWizardDraft>
  return (
    typeof user === 'string' &&
    typeof environmentId === 'string' &&
    typeof at === 'number' &&
    typeof draft === 'object' &&
    Array.isArray(draft.schema?.sections) &&
    Array.isArray(draft.schema.custom) &&
    Array.isArray(draft.observations) &&
    Array.isArray(draft.dataSubjectIds) &&
    typeof draft.assessmentId === 'string' &&
    typeof draft.friendlyName === 'string' &&
    typeof draft.apiName === 'string' &&
    wizardSteps.includes(draft.step)
  )
}

function readAll(now: number): StoredWizardDraft[] {
  const stored = readJson('local', storedKeys.assessmentDrafts)
  return Array.isArray(stored) ? stored.filter(isStored).filter(({ at }) => now - at < lifetime) : []
}

const isOf = ({ user, environmentId }: DraftOwner, stored: StoredWizardDraft): boolean =>
  stored.user === user && stored.environmentId === environmentId

/** The draft of a user in an environment; undefined without one. */
export const readWizardDraft = (owner: DraftOwner, now = Date.now()): StoredWizardDraft | undefined =>
  readAll(now).find(stored => isOf(owner, stored))

/** Stores the draft in this browser, or removes it (null). It outlives the tab, and no other user gets it. */
export function storeWizardDraft(owner: DraftOwner, draft: WizardDraft | null, now = Date.now()): void {
  const others = readAll(now).filter(stored => !isOf(owner, stored))
  const next = draft === null ? others : [...others, { ...owner, at: now, draft }]
  store('local', storedKeys.assessmentDrafts, next.length === 0 ? null : JSON.stringify(next.slice(-maxDrafts)))
}
