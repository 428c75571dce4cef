import { IconButton } from '@assay/design-system'
import type { Case, CaseSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import { useCan } from '../../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'

/** Asks reviewers whether a summary helped. What one answers is stored, and can be taken back by the same button. */
export function SummaryRating({ row, helpful }: { row: Case } & Pick<CaseSummary, 'helpful'>) {
  const intl = useIntl()
  const can = useCan()
  const queries = useQueryClient()
  const input = caseInputOf(row)
  const { mutate, isPending } = useApiMutation({
    mutationFn: (answer: boolean | null) => client.cases.rateSummary({ ...input, helpful: answer }),
    onSuccess: answer =>
      queries.setQueryData(api.cases.summary.queryKey({ input }), stored => stored && { ...stored, ...answer }),
  })
  if (!can('cases.review', 'write')) return null
  const choose = (answer: boolean) => mutate(answer === helpful ? null : answer)
  return (
    <div className="flex items-center gap-1 text-xs text-fg-secondary">
      <span>
        <FormattedMessage id="Review.Summary.Rating" />
      </span>
      <IconButton
        size="sm"
        icon={ThumbsUp}
        iconSize={12}
        pressed={helpful === true}
        disabled={isPending}
        label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Helpful' })}
        onClick={() => choose(true)}
      />
      <IconButton
        size="sm"
        icon={ThumbsDown}
        iconSize={12}
        pressed={helpful === false}
        disabled={isPending}
        label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Unhelpful' })}
        onClick={() => choose(false)}
      />
    </div>
  )
}
