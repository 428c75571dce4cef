import { dayIn, type SupportEntry, supportStatuses } from '@assay/risk-service/contract'

export const panelStatuses = [...supportStatuses, 'Remove'] as const
export type PanelStatus = (typeof panelStatuses)[number]

/** The form of the panel: what a value is to be. `expires` is a day, as `2026-11-21`. */
export interface StatusForm {
  status: PanelStatus
  reason: string
  expires: string | null
  comments: string
}

/** Days of a new entry, unless the employee chooses others. */
const initialDays = 7
/** Longest duration of an entry in days; the service refuses longer ones. */
export const maxDays = 365
export const commentsLimit = 1000
const day = 86_400_000

/** The reason that most changes to a status have. */
const usualReasons: Record<PanelStatus, string> = {
  Safe: 'Verified customer',
  Block: 'Suspicious spend',
  Watch: 'Suspicious spend',
  Remove: 'Wrong decision',
}

/** The form for a status, ready to be submitted. */
export const initialForm = (status: PanelStatus, now: number, zone: string): StatusForm => ({
  status,
  reason: usualReasons[status],
  expires: dayIn(now + initialDays * day, zone),
  comments: '',
})

/** The chosen reason; the first on offer where the tenant has no such reason for the status. */
export const reasonOf = ({ reason }: Pick<StatusForm, 'reason'>, reasons: readonly string[]): string =>
  reasons.includes(reason) ? reason : (reasons[0] ?? reason)

/** The form after another status was chosen: a reason that was chosen before stays. */
export const withStatus = (form: StatusForm, status: PanelStatus): StatusForm => ({
  ...form,
  status,
  reason: form.reason === usualReasons[form.status] ? usualReasons[status] : form.reason,
})

/** The status that the panel begins with: what is most often done about an entry. */
export const suggestedStatus = (entry: SupportEntry | null): PanelStatus =>
  entry === null || entry.status === 'Safe' ? 'Block' : 'Safe'

/** Whole days from today until the end of a day, at least one; null for no day. */
export function daysUntil(expires: string | null, now: number, zone: string): number | null {
  if (expires === null) return null
  const today = Date.parse(`${dayIn(now, zone)}T00:00:00Z`)
  return Math.min(maxDays, Math.max(1, Math.round((Date.parse(`${expires}T00:00:00Z`) - today) / day)))
}
