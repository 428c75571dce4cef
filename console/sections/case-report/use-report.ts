import { useNow } from '@assay/design-system'
import type { ReportFrame } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'

/** Milliseconds after which figures are read again: those of open work, and the others. */
export const openWorkSpan = 60_000
export const otherSpan = 15 * 60_000
/** Older figures are marked: milliseconds. */
const staleAfter = 60 * 60_000

/** What every answer has. */
export type AnswerFrame = Pick<ReportFrame, 'asOf' | 'from' | 'to' | 'bucket'>

export type ReportAnswer<Data extends AnswerFrame> = Pick<
  UseQueryResult<Data>,
  'data' | 'isError' | 'isPending' | 'error' | 'isFetching'
> & { refetch: () => unknown }

/** Whether the figures are so old that the page has to say so. */
export function useStaleFigures(asOf: string | undefined): boolean {
  const now = useNow()
  return asOf !== undefined && now - Date.parse(asOf) > staleAfter
}

/** What the charts of an answer have in common: the last figures stay when reading them again fails. */
export function chartStateOf<Data extends AnswerFrame>(
  { data, isError, refetch }: ReportAnswer<Data>,
  isEmpty: (data: Data) => boolean,
) {
  const status =
    data === undefined ? (isError ? 'error' : 'loading') : isEmpty(data) ? 'empty' : isError ? 'stale' : 'ready'
  return { status, onRetry: () => void refetch() } as const
}

/** State of a chart that is complete and has a notice under it: reading it again would change nothing. */
export const noted = { status: 'partial', onRetry: undefined } as const
