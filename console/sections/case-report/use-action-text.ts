import type { caseActions } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'

type CaseAction = (typeof caseActions)[number]
const messages: Record<CaseAction, string> = {
  Approve: 'DesignSystem.Decision.approve',
  Reject: 'DesignSystem.Decision.reject',
  None: 'CaseReport.Action.None',
}

/** What a decision did, in the reader's language. */
export function useActionText(): (action: CaseAction) => string {
  const intl = useIntl()
  return useCallback(action => intl.formatMessage({ id: messages[action] }), [intl])
}
