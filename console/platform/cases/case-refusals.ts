import type { ConflictReason } from '@assay/risk-service/contract'

/** Message about what became of a case of several, by the code of the contract. */
const resultMessages: Readonly<Record<string, string>> = {
  applied: 'Cases.Bulk.Result.applied',
  sentForApproval: 'Cases.Bulk.Result.sentForApproval',
  'case.alreadyDecided': 'Cases.Bulk.Result.alreadyDecided',
  'case.lockedByOther': 'Cases.Bulk.Result.lockedByOther',
  'case.escalated': 'Cases.Bulk.Result.escalated',
  'case.isOrigin': 'Cases.Bulk.Result.isOrigin',
  'case.forbidden': 'Cases.Bulk.Result.forbidden',
  'case.notFound': 'Cases.Bulk.Result.notFound',
}

/** Message about what became of one case of several; a code without one means that the case changed in between. */
export const resultMessageOf = (code: string): string => resultMessages[code] ?? 'Cases.Bulk.Result.conflict'

/** Message about the refusal of a command on one case; undefined for a reason without words of its own. */
export const refusalMessages: Partial<Record<ConflictReason, string>> = {
  'case.lockedByOther': 'Cases.Refused.lockedByOther',
  'case.alreadyDecided': 'Cases.Refused.alreadyDecided',
  'case.held': 'Cases.Refused.held',
  'case.escalated': 'Cases.Refused.escalated',
  'case.conflictOfInterest': 'Cases.Refused.conflictOfInterest',
  'case.badState': 'Cases.Refused.badState',
  'queue.restricted': 'Cases.Refused.restricted',
  'locks.limit': 'Cases.Refused.locksLimit',
}
