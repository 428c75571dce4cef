import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DecisionName } from '../../data-display/decision-badge/decision-badge.tsx'
import type { ShortcutRegion } from '../../overlays/shortcut-help/shortcut-keys.ts'

export interface ReviewReason {
  value: string
  label: string
  description?: string
}

/** What a person writes down with an action: one of the reasons, a note, or both. */
export interface ReasonRequest {
  /** One of them must be chosen. */
  options?: readonly ReviewReason[]
  /** Without `options` the default is a required note, with them an optional one. */
  note?: 'none' | 'optional' | 'required'
  /** Maximum length of the note. */
  maxNoteLength?: number
}

/** What is shown before an action with consequences that cannot be undone. */
export interface ReviewConfirmation {
  /** Verb and object, as a heading: "Reject 4 linked orders". */
  title: ReactNode
  /** One sentence for each consequence. */
  consequences?: readonly string[]
  /** Number of affected records. */
  affectedCount?: number
}

export interface ReviewAction {
  id: string
  /** Verb, and its object where the verb does not suffice: "Reject", "Card testing". */
  label: string
  /** Applies the style of the decision; it is a final decision. */
  decision?: DecisionName
  /** A decision with its reason already chosen: a framed button beside the final decisions. */
  quick?: boolean
  icon?: LucideIcon
  /** Single key or chord in the notation of `ShortcutHelp`: `A`, `Shift+S`, `Mod+K`. */
  shortcut?: string
  /** Reason why the action is unavailable; shown as text. */
  disabledReason?: string
  /** Asks for a reason first. */
  reason?: ReasonRequest
  /** Asks for confirmation first. */
  confirm?: ReviewConfirmation
}

/** A chosen action with what the person wrote down. */
export interface ReviewCommand {
  id: string
  /** Value of the chosen reason. */
  reason?: string
  note?: string
}

export interface ReviewUndo {
  /** Changes with every action that can be undone: the time starts anew. */
  id: string
  /** The action, as done: "P-7241903 rejected". */
  message: string
  /** Time to undo; `Infinity` removes the limit. */
  seconds?: number
}

/** Cannot be changed: everybody expects it. */
export const undoKeys = 'Mod+Z'

/** Final decisions and quick ones, which stay visible; all others may move into the menu. */
export const isFinal = ({ decision, quick }: ReviewAction): boolean => decision !== undefined || quick === true

/** Keys of an action: changed ones by its id, else its own. */
export const keysOfAction = (
  { id, shortcut }: ReviewAction,
  shortcuts: Readonly<Record<string, string>>,
): string | undefined => shortcuts[id] ?? shortcut

/** Actions with the same reason share a line. */
export function groupUnavailable(
  actions: readonly ReviewAction[],
): { reason: string; labels: string[]; ids: string[] }[] {
  const disabled = actions.filter(({ disabledReason }) => disabledReason !== undefined)
  return [...Map.groupBy(disabled, ({ disabledReason = '' }) => disabledReason)].map(([reason, group]) => ({
    reason,
    labels: group.map(({ label }) => label),
    ids: group.map(({ id }) => id),
  }))
}

/** What is missing before an action with a reason can be carried out. */
export function missingParts(
  { options = [], note = options.length > 0 ? 'optional' : 'required', maxNoteLength }: ReasonRequest,
  typed: Pick<ReviewCommand, 'reason' | 'note'>,
): { reason: boolean; note: 'empty' | 'long' | undefined } {
  const text = typed.note?.trim() ?? ''
  return {
    reason: options.length > 0 && !options.some(({ value }) => value === typed.reason),
    note:
      note === 'required' && text === ''
        ? 'empty'
        : maxNoteLength !== undefined && text.length > maxNoteLength
          ? 'long'
          : undefined,
  }
}

/** The keys of the actions as a region of `ShortcutHelp`, where they can be changed. */
export function reviewShortcuts(
  region: Pick<ShortcutRegion, 'id' | 'label'>,
  actions: readonly ReviewAction[],
  shortcuts: Readonly<Record<string, string>> = {},
): ShortcutRegion {
  return {
    ...region,
    shortcuts: actions.flatMap(action => {
      const keys = keysOfAction(action, shortcuts)
      return keys === undefined ? [] : [{ id: action.id, label: action.label, keys }]
    }),
  }
}
