import type { Case } from '@assay/risk-service/contract'

/** Questions of the checklist without an answer: they prevent a decision. */
export const openQuestions = (checklist: Case['checklist']): Case['checklist'] =>
  checklist.filter(({ answer }) => answer === null || answer.trim() === '')
