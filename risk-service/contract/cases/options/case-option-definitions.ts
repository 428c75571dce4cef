import { statusReasonLimit } from '../../support/support-definitions.ts'

/** Definitions of the options of case management that the service and the console share. */

/** What follows a decision: the next case opens, does not open, or each user decides. */
export const nextCaseModes = ['on', 'off', 'user'] as const
export type NextCaseMode = (typeof nextCaseModes)[number]

/** What a value on a support list can be changed to, each with its own reasons. */
export const listChanges = ['Safe', 'Block', 'Watch', 'Remove'] as const
export type ListChange = (typeof listChanges)[number]

/** Days after which silence about an approved event counts as good. */
export const maturityDays = [30, 60, 90, 120] as const

/** Pictures of external links. */
export const linkIcons = ['link', 'person', 'company', 'map', 'mail', 'phone', 'order', 'shield'] as const
export type LinkIcon = (typeof linkIcons)[number]

/** Lower limits of the score bands 2 to 5. Bands are for display; no calculation depends on them. */
export type ScoreLimits = [number, number, number, number]
export const defaultScoreLimits: ScoreLimits = [200, 400, 600, 800]

/** Limits of the options; both ends of a range are included. */
export const caseOptionLimits = {
  countdownSeconds: { min: 30, max: 300 },
  maxExtensions: { min: 1, max: 20 },
  farKm: { min: 1, max: 20_000 },
  scoreLimits: { min: 1, max: 999 },
  /** Characters of a reason, and reasons of one status. */
  listReason: statusReasonLimit,
  listReasons: 50,
  links: 20,
  linkName: 40,
  linkUrl: 500,
  linkField: 200,
  tags: 500,
} as const
